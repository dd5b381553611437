//! A second tongue, to show that the kernel knows no Beans: a game for three with reactions to reactions, a replacement, a
//! cost that fails, a redirect, bids and somebody who is out. It is held to all the laws.

mod game;
mod tests;
mod words;
