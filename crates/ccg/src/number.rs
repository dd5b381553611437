//! Every number on the table is asked for in one way: what is printed, and whatever changes it now. There is one kind of
//! change for all of them, so that no bonus needs code of its own, and so that a page can say where a number comes from.

/// What a card does to a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// So much more, or less.
    Add(i32),
    /// The printed value counts as this.
    Base(i32),
    /// The printed value is multiplied by this, before anything is added.
    Scale(i32),
    /// Multiplied by this, after all that is added.
    Times(i32),
    /// It is this, whatever else there is.
    Fix(i32),
}

/// A number in the making. The order in which changes come does not matter, but for several of `Base` or `Fix`: there the
/// last counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    base: i32,
    scale: i32,
    added: i32,
    times: i32,
    fixed: Option<i32>,
}

impl Number {
    /// What is printed.
    #[inline]
    pub const fn printed(value: i32) -> Number {
        Number { base: value, scale: 1, added: 0, times: 1, fixed: None }
    }

    /// Takes one change into account.
    #[inline]
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Add(n) => self.added = self.added.saturating_add(n),
            Change::Base(n) => self.base = n,
            Change::Scale(n) => self.scale = self.scale.saturating_mul(n),
            Change::Times(n) => self.times = self.times.saturating_mul(n),
            Change::Fix(n) => self.fixed = Some(n),
        }
    }

    /// What it comes to; never less than nothing.
    #[inline]
    pub fn value(self) -> i32 {
        let sum =
            || self.base.saturating_mul(self.scale).saturating_add(self.added).saturating_mul(self.times);
        self.fixed.unwrap_or_else(sum).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(printed: i32, changes: &[Change]) -> i32 {
        let mut number = Number::printed(printed);
        changes.iter().for_each(|&change| number.change(change));
        number.value()
    }

    #[test]
    fn changes_come_in_their_order_whatever_the_order_they_are_told_in() {
        use Change::{Add, Base, Fix, Scale, Times};
        assert_eq!(value(50, &[Add(50), Add(100)]), 200);
        assert_eq!(value(50, &[Times(2), Add(50)]), 200);
        assert_eq!(value(50, &[Times(2), Times(2), Add(50)]), 400);
        assert_eq!(value(5, &[Add(2), Base(0)]), 2);
        assert_eq!(value(5, &[Fix(0), Add(9)]), 0);
        assert_eq!(value(5, &[Add(3), Scale(2)]), 13, "doubled before anything is added");
        assert_eq!(value(5, &[Scale(2), Base(4), Scale(2), Add(1), Times(10)]), 170);
        assert_eq!(value(3, &[Add(-9)]), 0);
        assert_eq!(value(i32::MAX, &[Add(1), Times(2)]), i32::MAX);
    }
}
