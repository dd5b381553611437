//! How a shot lies: where the target stands and how the Mighty Bean that is flicked leans. It is another one each time, and
//! everybody sees it before the flick, so that a shot asks for an eye and a hand and not for a number learned by heart
//! (rulings, 21).

/// The farthest that the target stands to a side, in steps of aim.
pub const WIDE: i8 = 8;
/// How far away the target can stand, in millimetres.
pub const DISTANCES: [f32; 5] = [220.0, 250.0, 280.0, 310.0, 340.0];
/// The most that the Mighty Bean leans to a side, in steps of aim by which it will roll off there.
pub const LEANS: i8 = 3;
/// How many ways a shot can lie, each as likely as any other.
pub const LIES: u16 = (2 * WIDE as u16 + 1) * DISTANCES.len() as u16 * (2 * LEANS as u16 + 1);

/// How a shot lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Lie {
    side: i8,
    near: i8,
    lean: i8,
}

impl Lie {
    /// Straight ahead, at the middle distance, with a Mighty Bean that does not lean.
    pub const STRAIGHT: Lie = Lie { side: 0, near: 0, lean: 0 };

    /// The lie of this number, from 0 to [`LIES`].
    pub fn new(number: u16) -> Option<Lie> {
        let (sides, distances) = (2 * WIDE as u16 + 1, DISTANCES.len() as u16);
        let of = |n: u16, most: i8| n as i8 - most;
        (number < LIES).then(|| Lie {
            side: of(number % sides, WIDE),
            near: of(number / sides % distances, 2),
            lean: of(number / sides / distances, LEANS),
        })
    }

    /// Its number.
    pub fn number(self) -> u16 {
        let (sides, distances) = (2 * WIDE as u16 + 1, DISTANCES.len() as u16);
        let of = |n: i8, most: i8| (n + most) as u16;
        of(self.side, WIDE) + sides * (of(self.near, 2) + distances * of(self.lean, LEANS))
    }

    /// How far to the right the target stands, in steps of aim; to the left it is less than nothing.
    #[inline]
    pub const fn side(self) -> i8 {
        self.side
    }

    /// How far away it stands: 0 is near, 4 is far.
    #[inline]
    pub const fn distance(self) -> u8 {
        (self.near + 2) as u8
    }

    /// The same in millimetres.
    pub fn millimetres(self) -> f32 {
        DISTANCES[usize::from(self.distance())]
    }

    /// How far to the right the Mighty Bean will roll off by itself, in steps of aim.
    #[inline]
    pub const fn lean(self) -> i8 {
        self.lean
    }

    /// The aim that sends it straight at the target, if it does not wobble.
    #[inline]
    pub const fn best_aim(self) -> i8 {
        self.side - self.lean
    }

    /// The same at this distance.
    pub(crate) const fn at(self, distance: i8) -> Lie {
        Lie { near: distance - 2, ..self }
    }

    /// The same lie in a mirror.
    #[must_use]
    pub const fn mirrored(self) -> Lie {
        Lie { side: -self.side, near: self.near, lean: -self.lean }
    }
}
