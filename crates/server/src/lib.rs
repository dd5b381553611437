//! The game server of the house. So far it can only keep things, see [`store`].

pub mod store;
