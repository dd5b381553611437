//! One game from deal to end, muted, with nothing allocated per decision.

use table::table::Eyes;
use table::{Game, Luck, MAX_SEATS, Mute, PerSeat, Policy, Seat, Seed, Status, Stream};

use crate::level::Level;

/// Whom the table waits for; in a race whoever is quickest.
#[inline]
fn next_to_act<G: Game>(game: &G, tosses: &mut Luck) -> Option<Seat> {
    match game.status() {
        Status::Ask(seat) => Some(seat),
        Status::Over => None,
        Status::Race(set) => {
            let n = tosses.pick(set.len());
            set.iter().nth(n as usize)
        }
    }
}

/// Plays on to the end; returns how many decisions that took.
#[inline]
fn play_by<G: Game>(
    game: &mut G,
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
    mut choose: impl FnMut(&G, Seat, &[G::Action], &mut Luck) -> usize,
) -> u32 {
    let mut decisions = 0;
    while let Some(seat) = next_to_act(game, tosses) {
        menu.clear();
        game.legal(seat, menu);
        let pick = choose(game, seat, menu, tosses);
        game.apply(seat, menu[pick], play, &mut Mute);
        decisions += 1;
    }
    decisions
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
    play_by(game, play, tosses, menu, |game, seat, menu, tosses| {
        bots[seat.index()].choose(Eyes::new(game, Some(seat)), menu, tosses)
    })
}

/// Plays a world to its end at random.
#[inline]
pub fn finish_wild<G: Game>(
    world: &mut G,
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
) -> u32 {
    play_by(world, play, tosses, menu, |_, _, menu, tosses| tosses.pick(menu.len() as u32) as usize)
}

/// Plays a world to its end as people lean.
#[inline]
pub fn finish_leaning<G: Policy>(
    world: &mut G,
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
) -> u32 {
    play_by(world, play, tosses, menu, |world, seat, menu, tosses| {
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
    })
}

/// Plays a world to its end with everybody doing what looks best to them, by what they see of that world.
#[inline]
pub fn finish_weighing<G: Policy>(
    world: &mut G,
    play: &mut Luck,
    tosses: &mut Luck,
    menu: &mut Vec<G::Action>,
) -> u32 {
    play_by(world, play, tosses, menu, |world, seat, menu, tosses| looks_best_to(world, seat, menu, tosses))
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

    /// Everybody notes what they see of an act, before it is carried out.
    pub fn watch(&mut self, game: &G, by: Seat, act: G::Action) {
        for seat in Seat::all(game.seats()) {
            if let Some(notes) = &mut self.of[seat] {
                let seen = if seat == by { Some(act) } else { game.shown(by, act, Some(seat)) };
                G::note(notes, &game.view(Some(seat)), by, seen);
            }
        }
    }

    /// The notes of a seat, empty if it keeps none.
    pub fn take(&mut self, seat: Seat) -> G::Notes {
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
    let mut notebooks = Notebooks::<G>::new(game.seats(), |seat| bots[seat.index()].thinks());
    let decisions = play_by(&mut game, &mut play, &mut tosses, menu, |game, seat, menu, tosses| {
        let notes = notebooks.take(seat);
        let pick =
            bots[seat.index()].choose_by::<G>(&game.view(Some(seat)), Some(seat), &notes, menu, tosses);
        notebooks.watch(game, seat, menu[pick]);
        pick
    });
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
