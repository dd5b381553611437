//! One game from deal to end, muted, with nothing allocated per decision.

use table::game::Policy;
use table::table::Eyes;
use table::{Game, Luck, MAX_SEATS, Mute, Seed, Status, Stream};

use crate::level::Level;

/// Plays on from a position to the end; returns how many decisions that took.
#[inline]
pub fn play_on<G: Policy>(
    game: &mut G,
    bots: &[Level; MAX_SEATS],
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
) -> u32 {
    let mut decisions = 0;
    loop {
        let seat = match game.status() {
            Status::Ask(seat) => seat,
            Status::Over => return decisions,
            Status::Race(set) => {
                let n = tosses.pick(set.len());
                set.iter().nth(n as usize).unwrap_or_default()
            }
        };
        menu.clear();
        game.legal(seat, menu);
        let pick = bots[seat.index()].choose(Eyes::new(&*game, Some(seat)), menu, tosses);
        game.apply(seat, menu[pick], play, &mut Mute);
        decisions += 1;
    }
}

/// Deals from a seed and plays to the end.
#[inline]
pub fn play_one<G: Policy>(
    setup: &G::Setup,
    seed: Seed,
    bots: &[Level; MAX_SEATS],
    menu: &mut Vec<G::Action>,
) -> (G, u32) {
    let mut game = G::deal(setup, &mut seed.luck(Stream::Deal), &mut Mute);
    let decisions =
        play_on(&mut game, bots, &mut seed.luck(Stream::Play), &mut seed.luck(Stream::Bots), menu);
    (game, decisions)
}

/// A random game of any game, for whatever has no policy.
pub fn random_game<G: Game>(setup: &G::Setup, seed: Seed, mut see: impl FnMut(&G)) -> G {
    let mut game = G::deal(setup, &mut seed.luck(Stream::Deal), &mut Mute);
    let (mut play, mut tosses, mut menu) = (seed.luck(Stream::Play), seed.luck(Stream::Bots), Vec::new());
    while let Some(seat) = game.status().asked().iter().next() {
        see(&game);
        menu.clear();
        game.legal(seat, &mut menu);
        let act = menu[tosses.pick(menu.len() as u32) as usize];
        game.apply(seat, act, &mut play, &mut Mute);
    }
    game
}
