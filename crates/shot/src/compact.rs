//! The film as a page wants it: small whole numbers, which say the same in every language and take little room.

use crate::{Film, Frame, Pose};

/// A film in whole numbers. As JSON it is `{"hit":true,"frames":[[0,0,0,0,2800,0,0],…]}`, sixty frames a second.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Compact {
    /// The target was knocked down.
    pub hit: bool,
    /// Of each frame: x, y and turn of the shooter, x, y and turn of the target, and its lean; in tenths of a millimetre,
    /// hundredths of a radian, hundredths.
    pub frames: Vec<[i16; 7]>,
}

impl Film {
    /// The film in whole numbers.
    pub fn compact(&self) -> Compact {
        Compact { hit: self.hit, frames: self.frames.iter().map(row).collect() }
    }
}

fn row(frame: &Frame) -> [i16; 7] {
    let whole = |pose: Pose| [pose.x * 10.0, pose.y * 10.0, pose.turn * 100.0];
    let [x, y, turn] = whole(frame.shooter);
    let [target_x, target_y, target_turn] = whole(frame.target);
    [x, y, turn, target_x, target_y, target_turn, frame.lean * 100.0].map(|number| number.round() as i16)
}
