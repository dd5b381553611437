//! What every store must do, asked of each, and what the file must do besides: survive.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

mod both;
mod common;
#[cfg(target_os = "linux")]
mod faults;
mod faulty;
mod file;
mod killed;
mod lock;
mod older;
