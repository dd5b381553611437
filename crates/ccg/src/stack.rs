//! A stack of a fixed size: frames of half-done effects, or answers of which the last counts first. Plain data, as all of
//! a state is.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// At most `N` things, the last on top. What has been taken leaves no trace.
#[derive(Clone, Copy, Debug)]
pub struct Stack<T, const N: usize> {
    len: u8,
    rows: [T; N],
}

impl<T: Copy + Default, const N: usize> Default for Stack<T, N> {
    fn default() -> Self {
        Stack { len: 0, rows: [T::default(); N] }
    }
}

impl<T: Copy + Default, const N: usize> Stack<T, N> {
    /// Puts something on top. A game whose cards nest deeper than `N` has a hole in its checks: better a panic here, where
    /// a law finds it, than an effect that is lost.
    #[inline]
    pub fn push(&mut self, row: T) {
        self.rows[usize::from(self.len)] = row;
        self.len += 1;
    }

    /// Takes the top.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.rows[usize::from(self.len)])
    }

    /// Looks at the top.
    #[inline]
    pub fn top(&self) -> Option<T> {
        self.last().copied()
    }

    /// Is there room for this many more?
    #[inline]
    pub fn has_room(&self, more: usize) -> bool {
        usize::from(self.len) + more <= N
    }

    /// Takes out the thing at this place; those above it come down.
    pub fn remove(&mut self, at: usize) -> T {
        let row = self[at];
        self.copy_within(at + 1.., at);
        self.len -= 1;
        row
    }

    /// Puts something in at this place; those above it go up.
    pub fn insert(&mut self, at: usize, row: T) {
        self.push(row);
        self[at..].rotate_right(1);
    }

    /// Keeps only what passes, in its order.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        let mut kept = 0;
        for at in 0..self.len() {
            if keep(&self[at]) {
                self.swap(kept, at);
                kept += 1;
            }
        }
        self.len = kept as u8;
    }

    /// Takes everything away.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T, const N: usize> Deref for Stack<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.rows[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for Stack<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.rows[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Stack<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Stack<T, N> {}

impl<T: Hash, const N: usize> Hash for Stack<T, N> {
    fn hash<H: Hasher>(&self, to: &mut H) {
        (**self).hash(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_can_go_or_come_in_the_middle() {
        let mut stack = Stack::<u8, 5>::default();
        (1..=4).for_each(|n| stack.push(n));
        assert_eq!((stack.remove(1), &*stack), (2, &[1, 3, 4][..]));
        stack.insert(1, 9);
        assert_eq!(&*stack, [1, 9, 3, 4]);
        stack.insert(4, 7);
        stack.retain(|n| *n != 9 && *n != 4);
        assert_eq!(&*stack, [1, 3, 7]);
    }

    #[test]
    fn the_last_comes_first_and_leaves_no_trace() {
        let mut stack = Stack::<u8, 3>::default();
        stack.push(4);
        stack.push(7);
        assert_eq!(
            (stack.top(), stack.len(), stack.has_room(1), stack.has_room(2)),
            (Some(7), 2, true, false)
        );
        assert_eq!((stack.pop(), stack.pop(), stack.pop()), (Some(7), Some(4), None));
        assert_eq!(stack, Stack::default());
    }
}
