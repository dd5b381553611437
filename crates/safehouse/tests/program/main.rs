//! The program as a whole, started and fed as people and scripts do.

mod arena;
mod bad_input;
#[cfg(unix)]
mod bench;
mod common;
#[cfg(unix)]
mod crowded;
mod editions;
#[cfg(unix)]
mod keeper;
mod people;
mod play;
mod positions;
#[cfg(unix)]
mod proxy;
mod renamed_spy;
#[cfg(unix)]
mod serve;
mod sim;
mod stopped;
mod taking_back;
