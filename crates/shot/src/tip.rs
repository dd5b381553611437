//! How a standing Mighty Bean tips: a push starts it leaning, its weight pulls it back until it has leaned too far, and
//! then pulls it down. It falls, or rocks and stands again.

/// The lean of the target: 0 stands, 1 lies.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tip {
    /// How far it leans.
    pub(crate) lean: f32,
    /// How fast it goes over, in leans a second.
    rate: f32,
}

/// The lean at which the weight is over the rim.
const RIM: f32 = 0.3;
/// How hard the weight pulls, back before the rim and down after it, in leans a second per second.
const PULL: f32 = 40.0;
/// What a push of one millimetre a second gives to the rate.
const LEVER: f32 = 0.0112;
/// What is left of the rate when it comes back upright with a click.
const CLICK: f32 = 0.4;
/// Slower than this it stays upright.
const STILL: f32 = 0.4;

impl Tip {
    /// A push that changed the speed of the Bean by `jolt`.
    pub(crate) fn push(&mut self, jolt: f32) {
        if !self.fallen() {
            self.rate += LEVER * jolt;
        }
    }

    /// A moment passes.
    pub(crate) fn pass(&mut self, seconds: f32) {
        if self.fallen() || self.upright() {
            return;
        }
        self.rate += if self.lean < RIM { -PULL } else { PULL } * seconds;
        self.lean += self.rate * seconds;
        if self.lean >= 1.0 {
            *self = Tip { lean: 1.0, rate: 0.0 };
        } else if self.lean <= 0.0 {
            let rate = -self.rate * CLICK;
            *self = Tip { lean: 0.0, rate: if rate < STILL { 0.0 } else { rate } };
        }
    }

    /// It lies.
    pub(crate) fn fallen(self) -> bool {
        self.lean >= 1.0
    }

    /// It stands and does not rock.
    pub(crate) fn upright(self) -> bool {
        self.lean == 0.0 && self.rate == 0.0
    }
}
