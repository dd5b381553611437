//! What the pages on adding a game and adding a word say is done as printed, in a copy of the workspace.

mod a_game;
mod a_word;
mod workspace;
