//! Faults of the kernel, planted one at a time in tests: what is never caught is not tested.

use std::cell::RefCell;

use crate::program::{Op, Tongue};

thread_local! {
    static PLANTED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does this with a fault planted.
pub(crate) fn with<T>(fault: &str, work: impl FnOnce() -> T) -> T {
    PLANTED.replace(Some(fault.to_owned()));
    let done = work();
    PLANTED.replace(None);
    done
}

/// Is this fault planted?
pub(crate) fn is(fault: &str) -> bool {
    PLANTED.with_borrow(|planted| planted.as_deref() == Some(fault))
}

/// An operation, or nothing at all where a fault is planted in it.
pub(crate) fn in_op<T: Tongue>(op: Op<T>) -> Op<T> {
    let name = format!("{op:?}");
    let name = name.split('(').next().unwrap_or_default();
    if is(&format!("op {name}")) { Op::Jump(0) } else { op }
}

/// The frame that is meant, or none where a fault is planted.
pub(crate) fn at(at: u8, fault: &str) -> u8 {
    if is(fault) { crate::frame::NO_FRAME } else { at }
}
