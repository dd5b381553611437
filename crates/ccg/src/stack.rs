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
