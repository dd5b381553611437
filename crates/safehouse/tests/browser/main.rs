//! The house in real browsers: Chromium, driven through `chromedriver`.
//!
//! Each test opens a house of its own and as many browsers as it has players. Where `chromedriver` is not installed the
//! tests say so and pass, unless `SAFEHOUSE_BROWSER=required` is set.
#![cfg(unix)]

mod chromium;
mod house;
mod player;
mod prepared;

mod dragged;
mod faultless;
mod fits;
mod flick;
mod gliding;
mod heard;
mod hint;
mod interrupted;
mod invited;
mod keyboard;
mod keys;
mod large;
mod no_script;
mod painted;
mod pictures;
mod read;
mod replayed;
mod sheet;
mod sign;
mod small;
mod sounds;
mod told;
mod watching;
mod whole_game;
mod why_not;
