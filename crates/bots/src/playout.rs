//! One game from deal to end, muted, with nothing allocated per decision.

use std::cell::RefCell;

use table::table::Eyes;
use table::{Answers, Game, Luck, MAX_SEATS, Mute, PerSeat, Policy, Seat, Seed, Status, Stream, race};

use crate::level::Level;

/// Plays on to the end; returns how many decisions that took. `step` sees every step before it is carried out.
#[inline]
fn play_by<G: Game>(
    game: &mut G,
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
    mut choose: impl FnMut(&G, Seat, &[G::Action], &mut Luck) -> usize,
    mut step: impl FnMut(&G, &[(Seat, G::Action)]),
) -> u32 {
    let mut decisions = 0;
    loop {
        match game.status() {
            Status::Ask(seat) => {
                menu.clear();
                game.legal(seat, menu);
                let act = menu[choose(game, seat, menu, tosses)];
                step(game, &[(seat, act)]);
                game.apply(seat, act, play, &mut Mute);
                decisions += 1;
            }
            Status::Over => return decisions,
            Status::Race(_) => {
                let by_each =
                    |game: &G, seat, menu: &mut Vec<_>, tosses: &mut Luck| choose(game, seat, menu, tosses);
                let Some(answers) = answers(game, tosses, menu, by_each) else { return decisions };
                step(game, &answers);
                game.race(&answers, play, &mut Mute);
                decisions += answers.len() as u32;
            }
        }
    }
}

/// What everybody who is asked answers, each from where the game stands now; in a race lots say who was first.
#[inline(never)]
pub(crate) fn answers<G: Game>(
    game: &G,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
    mut choose: impl FnMut(&G, Seat, &mut Vec<G::Action>, &mut Luck) -> usize,
) -> Option<Answers<G::Action>> {
    let mut answers = Answers::gather(game.status().asked(), |seat| {
        menu.clear();
        game.legal(seat, menu);
        let pick = choose(game, seat, menu, tosses);
        menu[pick]
    })?;
    answers.draw_lots(tosses);
    Some(answers)
}

/// Plays on from a position to the end with bots that need no notes; returns how many decisions that took.
#[inline]
pub fn play_on<G: Policy>(
    game: &mut G,
    bots: &[Level; MAX_SEATS],
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
) -> u32 {
    let choose = |game: &G, seat: Seat, menu: &[G::Action], tosses: &mut Luck| {
        bots[seat.index()].choose(Eyes::new(game, Some(seat)), menu, tosses)
    };
    play_by(game, play, tosses, menu, choose, |_, _| {})
}

/// Plays a world to its end at random.
#[inline]
pub fn finish_wild<G: Game>(
    world: &mut G,
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
) -> u32 {
    let choose =
        |_: &G, _: Seat, menu: &[G::Action], tosses: &mut Luck| tosses.pick(menu.len() as u32) as usize;
    play_by(world, play, tosses, menu, choose, |_, _| {})
}

/// Plays a world to its end as people lean.
#[inline]
pub fn finish_leaning<G: Policy>(
    world: &mut G,
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
) -> u32 {
    let choose = |world: &G, seat: Seat, menu: &[G::Action], tosses: &mut Luck| {
        if menu.len() < 2 {
            return 0;
        }
        let all = menu.iter().map(|&act| world.lean(seat, act)).sum::<u32>();
        let mut left = tosses.pick(all.max(1));
        for (pick, &act) in menu.iter().enumerate() {
            let lean = world.lean(seat, act);
            if left < lean {
                return pick;
            }
            left -= lean;
        }
        0
    };
    play_by(world, play, tosses, menu, choose, |_, _| {})
}

/// Plays a world to its end with everybody doing what looks best to them, by what they see of that world.
#[inline]
pub fn finish_weighing<G: Policy>(
    world: &mut G,
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
) -> u32 {
    play_by(world, play, tosses, menu, looks_best_to, |_, _| {})
}

/// What looks best to a seat, from what it sees of a world.
#[inline]
pub(crate) fn looks_best_to<G: Policy>(
    world: &G,
    seat: Seat,
    menu: &[G::Action],
    tosses: &mut Luck,
) -> usize {
    if menu.len() < 2 { 0 } else { Level::Agent.choose(Eyes::new(world, Some(seat)), menu, tosses) }
}

/// Whoever keeps notes of what they see, one for each seat that thinks.
pub struct Notebooks<G: Policy> {
    of: PerSeat<Option<Box<G::Notes>>>,
}

impl<G: Policy> Notebooks<G> {
    /// Empty ones for the seats that want them.
    pub fn new(seats: u8, wants: impl Fn(Seat) -> bool) -> Self {
        let mut of: PerSeat<Option<Box<G::Notes>>> = PerSeat::default();
        Seat::all(seats).filter(|&seat| wants(seat)).for_each(|seat| of[seat] = Some(Box::default()));
        Notebooks { of }
    }

    /// Everybody notes what they see of an answer, or of the answers to a race, before they are carried out.
    pub fn watch(&mut self, game: &G, step: &[(Seat, G::Action)]) {
        for seat in Seat::all(game.seats()) {
            if let Some(notes) = &mut self.of[seat] {
                let view = game.view(Some(seat));
                for n in 1..=step.len() {
                    G::note(notes, &view, step[n - 1].0, race::shown(game, &step[..n], Some(seat)));
                }
            }
        }
    }

    /// The notes of a seat, empty if it keeps none.
    pub fn take(&self, seat: Seat) -> G::Notes {
        self.of[seat].as_deref().cloned().unwrap_or_default()
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
    let (mut play, mut tosses) = (seed.luck(Stream::Play), seed.luck(Stream::Bots));
    if !bots.iter().any(|bot| bot.thinks()) {
        let decisions = play_on(&mut game, bots, &mut play, &mut tosses, menu);
        return (game, decisions);
    }
    let notebooks = RefCell::new(Notebooks::<G>::new(game.seats(), |seat| bots[seat.index()].thinks()));
    let choose = |game: &G, seat: Seat, menu: &[G::Action], tosses: &mut Luck| {
        let notes = notebooks.borrow().take(seat);
        bots[seat.index()].choose_by::<G>(&game.view(Some(seat)), Some(seat), &notes, menu, tosses)
    };
    let decisions = play_by(&mut game, &mut play, &mut tosses, menu, choose, |game, step| {
        notebooks.borrow_mut().watch(game, step);
    });
    (game, decisions)
}

/// A random game of any game, for whatever has no policy.
pub fn random_game<G: Game>(setup: &G::Setup, seed: Seed, mut see: impl FnMut(&G)) -> G {
    let mut game = G::deal(setup, &mut seed.luck(Stream::Deal), &mut Mute);
    let (mut play, mut tosses, mut menu) = (seed.luck(Stream::Play), seed.luck(Stream::Bots), Vec::new());
    let wild = |_: &G, _: Seat, menu: &mut Vec<G::Action>, tosses: &mut Luck| {
        tosses.pick(menu.len() as u32) as usize
    };
    while let Some(answers) = answers(&game, &mut tosses, &mut menu, wild) {
        see(&game);
        race::carry_out(&mut game, &answers, &mut play, &mut Mute);
    }
    game
}
