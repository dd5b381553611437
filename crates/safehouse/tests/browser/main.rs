//! The house in real browsers: Chromium, driven through `chromedriver`.
//!
//! Each test opens a house of its own and as many browsers as it has players. Where `chromedriver` is not installed the
//! tests say so and pass, unless `SAFEHOUSE_BROWSER=required` is set.
#![cfg(unix)]

mod chromium;
mod house;
mod player;
mod prepared;

mod faultless;
mod fits;
mod flick;
mod gliding;
mod heard;
mod hint;
mod interrupted;
mod keyboard;
mod large;
mod no_script;
mod pictures;
mod small;
mod watching;
mod whole_game;
