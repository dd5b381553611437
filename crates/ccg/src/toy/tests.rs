//! The toy is held to the laws; and every operation, window and duration of the kernel is played once, and found out when it
//! is broken.

use std::panic::{AssertUnwindSafe, catch_unwind};

use table::law::Budget;
use table::laws::uphold;
use table::{Game as _, Log, Rule, Seat, Seed, Stream};

use super::game::{Action, Event, Setup, Toy, card, catalog, deck, discard, hand, script, street};
use super::words::{Alley as Language, Pick, Test, Verb};
use crate::arena::{HOUSE, Viewers};
use crate::fault;
use crate::frame::Frame;
use crate::machine::{World as _, asked};
use crate::program::Clause;
use crate::tag::Tag;
use crate::words::{Person, lint, page};

#[test]
fn the_toy_keeps_all_the_laws() {
    let setups = [Setup { seats: 3, chain: false }, Setup { seats: 3, chain: true }];
    uphold::<Toy>(&setups, Budget { games: 12, deals: 300, seed: 1 }).unwrap();
}

const ANN: Seat = Seat(0);
const BO: Seat = Seat(1);
const CY: Seat = Seat(2);

/// A table to play at.
struct Alley {
    toy: Toy,
    told: Vec<Event>,
}

impl Alley {
    fn new() -> Alley {
        Alley { toy: Toy::bare(), told: Vec::new() }
    }

    /// Lays a card into a seat's street.
    fn lay(&mut self, seat: Seat, name: &str) -> Tag {
        let id = self.toy.cards.bring(card(name), seat, street(seat));
        self.toy.cards.open(id);
        self.toy.cards.enter(id).unwrap()
    }

    /// Puts cards into a hand.
    fn hold(&mut self, seat: Seat, names: &[&str]) {
        for name in names {
            let id = self.toy.cards.bring(card(name), seat, hand(seat));
            self.toy.cards.show(id, Viewers::one(Some(seat)));
        }
    }

    /// Puts cards into a deck, the last on top.
    fn stack(&mut self, seat: Seat, names: &[&str]) {
        names.iter().for_each(|name| {
            self.toy.cards.bring(card(name), seat, deck(seat));
        });
    }

    fn read(text: &str) -> Action {
        // Cards in hand are named, with the ability if it is not the first.
        match text.strip_prefix("play ") {
            Some(name) => format!("play {} 0", card(name)).parse().unwrap(),
            None => text.parse().unwrap(),
        }
    }

    /// Plays these answers; each must be in the menu. Nobody has anything to say when a turn ends.
    fn play(&mut self, lines: &[(Seat, &str)]) {
        for (seat, text) in lines {
            self.answer(*seat, text);
            if *text == "end" {
                self.let_pass();
            }
        }
    }

    fn answer(&mut self, seat: Seat, text: &str) {
        let act = Self::read(text);
        let mut menu = Vec::new();
        self.toy.legal(seat, &mut menu);
        assert!(menu.contains(&act), "{seat:?} {text}: {menu:?}, {:?} is asked", asked(&self.toy));
        assert_eq!(Toy::refuse(&self.toy.view(Some(seat)), act), None, "{text}");
        let mut log = Log::default();
        self.toy.apply(seat, act, &mut Seed::from(1).luck(Stream::Play), &mut log);
        self.told.extend(log.0.into_iter().map(|note| note.event));
    }

    /// The rule that forbids this.
    #[track_caller]
    fn refused(&self, seat: Seat, text: &str, rule: Rule) {
        let why = Toy::refuse(&self.toy.view(Some(seat)), Self::read(text));
        assert_eq!(why, Some(rule), "{seat:?} {text}");
        let mut menu = Vec::new();
        self.toy.legal(seat, &mut menu);
        assert!(!menu.contains(&Self::read(text)), "{text}");
    }

    fn hurt(&self, card: Tag) -> Option<u8> {
        self.toy.cards.tagged(card).map(|id| self.toy.cards.marks(id).own.hurt)
    }

    fn strength(&self, card: Tag) -> u8 {
        self.toy.board().strength[usize::from(card.0)]
    }

    /// Whoever may answer lets it happen.
    fn let_pass(&mut self) {
        for _ in 0..50 {
            match (self.toy.frames().last(), asked(&self.toy)) {
                (Some(Frame::Window(_)), Some(seat)) => self.play(&[(seat, "pass")]),
                _ => return,
            }
        }
        panic!("it is asked for ever");
    }

    fn waits_for(&self) -> Option<Seat> {
        asked(&self.toy)
    }
}

/// A Bruiser of Ann's, and a Thug of Bo's.
fn a_fight() -> (Alley, Tag, Tag) {
    let mut alley = Alley::new();
    let bruiser = alley.lay(ANN, "Bruiser");
    let thug = alley.lay(BO, "Thug");
    (alley, bruiser, thug)
}

fn a_hit_hits_and_works_once_a_turn() {
    let (mut alley, bruiser, thug) = a_fight();
    alley.refused(BO, "use 0 1", Rule(1, 6));
    alley.refused(ANN, "use 1 1", Rule(1, 4));
    alley.refused(ANN, "use 0 0", Rule(2, 1));
    alley.refused(ANN, "use 0 2", Rule(2, 1));
    alley.refused(ANN, "use 9 1", Rule(1, 5));
    alley.refused(ANN, "pass", Rule(2, 10));
    alley.play(&[(ANN, "use 0 1")]);
    assert_eq!(alley.waits_for(), Some(ANN), "a target is asked for, though there is one only");
    alley.refused(ANN, "at 0", Rule(3, 8));
    alley.refused(ANN, "at 7", Rule(1, 5));
    alley.refused(ANN, "end", Rule(2, 10));
    alley.refused(ANN, "pass", Rule(2, 7));
    alley.play(&[(ANN, "at 1")]);
    assert_eq!((alley.hurt(thug), alley.hurt(bruiser)), (Some(1), Some(0)));
    alley.refused(ANN, "use 0 1", Rule(2, 5));
    alley.play(&[(ANN, "end"), (BO, "end"), (CY, "end"), (ANN, "use 0 1"), (ANN, "at 1")]);
    assert_eq!(alley.hurt(thug), None, "hit as often as it is strong");
    assert_eq!(alley.toy.cards.count(discard(BO)), 1);
    alley.play(&[(ANN, "end"), (BO, "end"), (CY, "end")]);
    alley.refused(ANN, "use 0 1", Rule(2, 6));
}

fn an_answer_can_be_answered() {
    let (mut alley, _, thug) = a_fight();
    alley.hold(BO, &["Alarm"]);
    alley.hold(ANN, &["Hush"]);
    alley.refused(ANN, "play Hush", Rule(2, 2));
    alley.play(&[(ANN, "use 0 1"), (ANN, "at 1")]);
    assert_eq!(alley.waits_for(), Some(BO));
    alley.refused(BO, "yes", Rule(2, 3));
    alley.refused(BO, "play Thug", Rule(1, 4));
    alley.play(&[(BO, "play Alarm")]);
    assert_eq!(alley.waits_for(), Some(ANN), "the alarm itself can be answered");
    alley.play(&[(ANN, "play Hush")]);
    assert_eq!(alley.hurt(thug), Some(1), "nobody heard the alarm");
    assert!(alley.told.contains(&Event::Dead(BO, card("Alarm"))));
    assert_eq!(alley.toy.cards.count(discard(BO)), 1, "it is used up");
}

fn what_is_cancelled_does_nothing() {
    let (mut alley, _, thug) = a_fight();
    alley.hold(BO, &["Alarm", "Hush"]);
    alley.hold(CY, &["Hush"]);
    alley.play(&[(ANN, "use 0 1"), (ANN, "at 1")]);
    alley.refused(BO, "play Hush", Rule(2, 2));
    // Cy is asked about the alarm, and lets it ring.
    alley.play(&[(BO, "play Alarm"), (CY, "pass")]);
    assert_eq!(alley.hurt(thug), Some(0));
    assert_eq!(alley.waits_for(), Some(ANN), "what is dead is answered no more");
}

fn three_deep_the_third_decides() {
    let (mut alley, _, thug) = a_fight();
    alley.hold(BO, &["Alarm"]);
    alley.hold(ANN, &["Hush"]);
    alley.hold(CY, &["Hush"]);
    alley.play(&[(ANN, "use 0 1"), (ANN, "at 1"), (BO, "play Alarm"), (CY, "pass"), (ANN, "play Hush")]);
    alley.play(&[(CY, "play Hush")]);
    assert_eq!(alley.hurt(thug), Some(0), "the hush was hushed, and the alarm rang");
}

fn a_guard_takes_the_blow() {
    let (mut alley, _, thug) = a_fight();
    let guard = alley.lay(BO, "Bodyguard");
    let vow = alley.lay(BO, "Vow");
    alley.play(&[(ANN, "use 0 1"), (ANN, "at 3")]);
    assert_eq!(alley.waits_for(), Some(BO));
    alley.play(&[(BO, "use 2 1")]);
    alley.let_pass();
    assert_eq!((alley.hurt(vow), alley.hurt(guard), alley.hurt(thug)), (Some(0), Some(1), Some(0)));
    assert_eq!(alley.toy.open.points, [0; 3], "what did not happen sets nothing off");
}

fn what_happens_by_itself_comes_of_a_hit() {
    let mut alley = Alley::new();
    alley.lay(ANN, "Bruiser");
    alley.lay(BO, "Vow");
    alley.play(&[(ANN, "use 0 1"), (ANN, "at 1")]);
    assert_eq!(alley.toy.open.points, [0, 1, 0]);
    alley.refused(ANN, "use 0 1", Rule(2, 5));
    alley.play(&[(ANN, "end")]);
    alley.refused(BO, "use 1 1", Rule(2, 1));
}

fn a_cost_that_cannot_be_paid_any_more_fails_the_act() {
    let (mut alley, ..) = a_fight();
    alley.hold(ANN, &["Loan", "Thug"]);
    alley.stack(ANN, &["Thug", "Thug", "Thug", "Thug"]);
    alley.refused(ANN, "play Loan", Rule(2, 9));
    alley.hold(ANN, &["Boss"]);
    alley.hold(BO, &["Pickpocket"]);
    let mut paid = Alley { toy: alley.toy.clone(), told: Vec::new() };
    paid.play(&[(ANN, "play Loan"), (ANN, "at 0"), (BO, "pass"), (BO, "pass")]);
    assert_eq!((paid.toy.cards.count(hand(ANN)), paid.toy.cards.count(discard(ANN))), (3, 3));
    // Robbed after it was declared: one card is left for a cost of two.
    alley.play(&[(ANN, "play Loan"), (ANN, "at 0"), (BO, "play Pickpocket"), (ANN, "pass")]);
    assert!(alley.told.contains(&Event::Dead(ANN, card("Loan"))));
    assert_eq!(alley.toy.cards.count(deck(ANN)), 4, "nothing was drawn");
}

fn a_redirected_act_is_aimed_anew() {
    let (mut alley, _, thug) = a_fight();
    let other = alley.lay(BO, "Thug");
    alley.hold(BO, &["Decoy", "Alarm"]);
    alley.play(&[(ANN, "use 0 1"), (ANN, "at 1"), (BO, "play Decoy")]);
    alley.refused(BO, "at 1", Rule(3, 8));
    alley.play(&[(BO, "at 2")]);
    assert_eq!(alley.waits_for(), Some(BO), "whoever may answer is asked again");
    let mut stopped = Alley { toy: alley.toy.clone(), told: Vec::new() };
    alley.let_pass();
    assert_eq!((alley.hurt(thug), alley.hurt(other)), (Some(0), Some(1)));
    stopped.play(&[(BO, "pass")]);
    stopped.play(&[(BO, "play Alarm")]);
    assert_eq!((stopped.hurt(thug), stopped.hurt(other)), (Some(0), Some(0)));
}

fn each_of_them_is_hit_and_can_be_answered() {
    let mut alley = Alley::new();
    let mine = alley.lay(ANN, "Thug");
    let theirs = [alley.lay(BO, "Thug"), alley.lay(CY, "Boss"), alley.lay(CY, "Thug")];
    alley.hold(ANN, &["Riot"]);
    alley.hold(BO, &["Hush"]);
    alley.play(&[(ANN, "play Riot"), (ANN, "at 0")]);
    for _ in 0..2 {
        alley.play(&[(BO, "pass")]);
    }
    assert_eq!(alley.strength(mine), 5, "rallied until this is over");
    alley.let_pass();
    assert_eq!(theirs.map(|tag| alley.hurt(tag)), [Some(1); 3]);
    assert_eq!((alley.hurt(mine), alley.strength(mine)), (Some(0), 2));
}

fn a_choice_is_put_and_both_sides_work() {
    let start = || {
        let mut alley = Alley::new();
        alley.hold(ANN, &["Crossroads"]);
        alley.stack(ANN, &["Thug", "Boss"]);
        alley.stack(HOUSE, &["Loot"]);
        alley.play(&[(ANN, "play Crossroads")]);
        alley.refused(ANN, "pass", Rule(2, 8));
        alley.refused(ANN, "side 2", Rule(2, 8));
        alley
    };
    let mut cards = start();
    cards.play(&[(ANN, "side 0")]);
    cards.refused(ANN, "side 0", Rule(2, 8));
    cards.play(&[(ANN, "yes")]);
    let held: Vec<_> = cards.toy.cards.kinds(hand(ANN)).collect();
    assert_eq!(held, [card("Boss"), card("Loot")]);
    assert_eq!(cards.toy.open.points, [1, 0, 0], "not rich: the second part");
    cards.play(&[(ANN, "play Loot")]);
    assert_eq!(
        (cards.toy.open.points[0], cards.toy.cards.count(discard(HOUSE))),
        (2, 1),
        "back to the house"
    );

    let mut points = start();
    points.play(&[(ANN, "side 1"), (ANN, "no")]);
    assert_eq!(points.toy.open.points, [2, 0, 0]);
    assert_eq!(points.toy.cards.count(hand(ANN)), 1, "rich: the first part, and no loot");
}

fn effects_end_when_they_should() {
    let mut alley = Alley::new();
    let mine = alley.lay(ANN, "Thug");
    alley.hold(ANN, &["Coffee", "Lookout", "Trainer", "Leash", "Riot"]);
    alley.play(&[(ANN, "play Coffee"), (ANN, "at 0")]);
    assert_eq!(alley.strength(mine), 4);
    alley.play(&[(ANN, "play Lookout"), (ANN, "at 0"), (ANN, "play Trainer"), (ANN, "at 0")]);
    assert_eq!(alley.strength(mine), 7, "with the trainer, whose handle is 1");
    alley.play(&[(ANN, "play Riot"), (ANN, "at 0")]);
    assert_eq!(alley.strength(mine), 7, "what was rallied is over");
    alley.play(&[(ANN, "end")]);
    assert_eq!(alley.strength(mine), 5, "the coffee is cold");
    let boss = alley.lay(BO, "Bruiser");
    alley.play(&[(BO, "use 2 1"), (BO, "at 1")]);
    alley.let_pass();
    assert_eq!((alley.hurt(Tag(1)), alley.strength(mine)), (None, 4), "the trainer has gone");
    alley.play(&[(BO, "end"), (CY, "end")]);
    assert_eq!(alley.strength(mine), 2, "the lookout went home");
    alley.play(&[(ANN, "play Leash"), (ANN, "at 2")]);
    assert_eq!(alley.strength(boss), 2);
    alley.play(&[(ANN, "end"), (BO, "end"), (CY, "end")]);
    assert_eq!(alley.strength(boss), 2, "this lasts");
}

fn what_hangs_on_a_card_goes_with_it_and_a_new_card_is_not_cursed() {
    let mut alley = Alley::new();
    alley.lay(ANN, "Bruiser");
    let thug = alley.lay(BO, "Thug");
    alley.hold(ANN, &["Leash"]);
    alley.play(&[(ANN, "play Leash"), (ANN, "at 1")]);
    assert_eq!((alley.strength(thug), alley.toy.cards.in_play().count()), (1, 3));
    alley.play(&[(ANN, "use 0 1"), (ANN, "at 1")]);
    assert_eq!(alley.toy.cards.in_play().count(), 1, "the thug and the leash are gone");
    assert_eq!(alley.toy.cards.count(discard(ANN)), 1);
    let next = alley.lay(BO, "Thug");
    assert_eq!((next, alley.strength(next)), (thug, 2), "the handle is another card's now");
}

fn an_aura_is_read_off_the_board() {
    let mut alley = Alley::new();
    let (mine, theirs) = (alley.lay(ANN, "Thug"), alley.lay(BO, "Thug"));
    alley.lay(ANN, "Boss");
    alley.lay(ANN, "Boss");
    assert_eq!((alley.strength(mine), alley.strength(theirs), alley.strength(Tag(2))), (4, 2, 4));
    alley.refused(ANN, "use 2 1", Rule(2, 1));
}

fn a_card_in_anothers_power_goes_back_to_its_owner() {
    let mut alley = Alley::new();
    let thug = alley.lay(BO, "Thug");
    alley.lay(CY, "Bruiser");
    alley.hold(ANN, &["Bribe"]);
    alley.refused(ANN, "play Bribe", Rule(3, 9));
    alley.toy.open.points[0] = 2;
    alley.play(&[(ANN, "play Bribe"), (ANN, "at 0")]);
    assert_eq!(alley.toy.controller(thug), ANN);
    alley.play(&[(ANN, "end"), (BO, "end")]);
    for _ in 0..2 {
        alley.play(&[(CY, "use 1 1"), (CY, "at 0"), (CY, "end")]);
        if alley.waits_for() == Some(ANN) && alley.hurt(thug).is_some() {
            alley.play(&[(ANN, "end"), (BO, "end")]);
        }
    }
    assert_eq!((alley.hurt(thug), alley.toy.cards.count(discard(BO))), (None, 1));
}

fn a_search_shows_what_it_takes() {
    let mut alley = Alley::new();
    alley.hold(ANN, &["Wanted Ad"]);
    alley.stack(ANN, &["Hush", "Boss", "Alarm"]);
    alley.play(&[(ANN, "play Wanted Ad")]);
    alley.refused(ANN, "pass", Rule(2, 7));
    alley.refused(ANN, &format!("take {}", card("Hush")), Rule(3, 3));
    alley.refused(ANN, &format!("take {}", card("Thug")), Rule(3, 3));
    alley.refused(ANN, "nothing", Rule(2, 7));
    alley.play(&[(ANN, &format!("take {}", card("Boss")))]);
    assert_eq!(alley.toy.cards.kinds(hand(ANN)).collect::<Vec<_>>(), [card("Boss")]);
    assert!(alley.told.contains(&Event::Found(ANN, card("Boss"))));

    // Others cannot know that there is nothing to find.
    let mut alley = Alley::new();
    alley.hold(ANN, &["Wanted Ad"]);
    alley.stack(ANN, &["Hush"]);
    alley.play(&[(ANN, "play Wanted Ad"), (ANN, "nothing"), (ANN, "end")]);
}

fn what_is_picked_as_it_happens_comes_after_the_answers() {
    let mut alley = Alley::new();
    let thug = alley.lay(ANN, "Thug");
    alley.hold(ANN, &["Barter", "Barter"]);
    alley.play(&[(ANN, "play Barter"), (ANN, "at 0")]);
    assert_eq!(alley.toy.open.points, [1, 0, 0], "with nothing to trade for, the rest happens");
    let boss = alley.lay(BO, "Boss");
    alley.play(&[(ANN, "play Barter")]);
    alley.refused(ANN, "at 1", Rule(3, 8));
    alley.play(&[(ANN, "at 0")]);
    alley.refused(ANN, "at 0", Rule(3, 8));
    alley.play(&[(ANN, "at 1")]);
    assert_eq!((alley.toy.controller(thug), alley.toy.controller(boss)), (BO, ANN));
    assert_eq!(alley.toy.open.points, [2, 0, 0]);
}

fn somebody_else_can_be_the_one_who_picks() {
    let mut alley = Alley::new();
    alley.hold(ANN, &["Shakedown", "Shakedown"]);
    alley.play(&[(ANN, "play Shakedown")]);
    assert_eq!(alley.waits_for(), Some(ANN), "nobody picks from an empty hand");
    alley.hold(BO, &["Thug", "Boss"]);
    alley.play(&[(ANN, "play Shakedown"), (BO, "pass")]);
    assert_eq!(alley.waits_for(), Some(BO));
    alley.refused(BO, &format!("take {}", card("Hush")), Rule(3, 10));
    alley.play(&[(BO, &format!("take {}", card("Thug")))]);
    assert_eq!(alley.toy.cards.kinds(discard(BO)).collect::<Vec<_>>(), [card("Thug")]);
}

fn a_step_of_the_game_can_be_answered() {
    let mut alley = Alley::new();
    alley.hold(BO, &["Night Shift"]);
    alley.refused(ANN, "pass", Rule(2, 10));
    alley.answer(ANN, "end");
    assert_eq!(alley.waits_for(), Some(BO), "the end of Ann's turn");
    alley.play(&[(BO, "play Night Shift")]);
    assert_eq!((alley.toy.open.points, alley.toy.open.turn), ([0, 1, 0], BO));
}

/// A word that says it happened and changes nothing passes the laws and the scenarios; whoever counts what has changed
/// finds it.
#[test]
fn a_word_that_changes_nothing_is_never_seen_at_work() {
    struct Counter(crate::Coverage);
    impl table::Sink<Event> for Counter {
        fn tell(&mut self, _: table::To, event: impl FnOnce() -> Event) {
            if let Event::Changed(card, clause) = event() {
                self.0.resolved(card, clause);
            }
        }
        fn reveal(&mut self, to: table::To, event: impl FnOnce() -> Event) {
            self.tell(to, event);
        }
        fn wants_changes(&self) -> bool {
            true
        }
    }
    let clauses: Vec<u8> = (0..catalog().len() as u16)
        .map(|card| (0..4).map(|nth| script(card).verbs(nth).count() as u8).sum())
        .collect();
    let mut counter = Counter(crate::Coverage::new(&clauses));
    let mut choose = Seed::from(3).luck(Stream::Test(1));
    for seed in 0..400 {
        let (seed, mut menu) = (Seed::from(seed), Vec::new());
        let setup = Setup { seats: 3, chain: false };
        let mut toy = Toy::deal(&setup, &mut seed.luck(Stream::Deal), &mut counter);
        let mut luck = seed.luck(Stream::Play);
        while let Some(seat) = asked(&toy) {
            menu.clear();
            toy.legal(seat, &mut menu);
            let act = menu[choose.pick(menu.len() as u32) as usize];
            toy.apply(seat, act, &mut luck, &mut counter);
        }
    }
    let unseen: Vec<&str> = counter
        .0
        .missing()
        .iter()
        .filter(|(_, clause)| clause.is_some())
        .map(|(card, _)| catalog()[*card].name.as_str())
        .collect();
    // What is always so is read off the board; nobody carries it out.
    assert_eq!(unseen, ["Boss", "Yes-Man"]);
}

fn bids_are_sealed_and_the_highest_wins() {
    let mut alley = Alley::new();
    alley.hold(ANN, &["Auction"]);
    alley.play(&[(ANN, "play Auction"), (ANN, "bid 1")]);
    alley.refused(BO, "bid 3", Rule(1, 7));
    alley.refused(CY, "bid 1", Rule(1, 6));
    assert!(!format!("{:?}", alley.toy.view(Some(BO)).open.frames).contains("answers: [1"));
    alley.play(&[(BO, "bid 2"), (CY, "bid 0")]);
    assert_eq!(alley.toy.open.points, [0, 2, 0]);
    alley.refused(ANN, "bid 1", Rule(1, 7));
}

fn whoever_is_out_is_asked_nothing_more() {
    let mut alley = Alley::new();
    alley.lay(ANN, "Thug");
    alley.lay(BO, "Thug");
    alley.hold(ANN, &["Raid", "Thug", "Hush"]);
    alley.hold(BO, &["Hush"]);
    alley.toy.open.points[0] = 2;
    alley.play(&[(ANN, "play Raid"), (ANN, "at 1"), (BO, "pass"), (BO, "pass")]);
    assert!(alley.toy.open.out.has(BO));
    assert_eq!(alley.toy.cards.count(discard(BO)), 2, "street and hand");
    alley.play(&[(ANN, "end")]);
    assert_eq!(alley.waits_for(), Some(CY), "Bo has no turn");
    assert_eq!(alley.toy.ending(), None);
}

fn one_who_falls_in_the_middle_of_their_own_act_stops_there() {
    // Bo's alarm would stop Ann's raid; Bo is out before it rings, and nobody waits for them.
    let mut alley = Alley::new();
    alley.lay(ANN, "Thug");
    alley.lay(BO, "Bruiser");
    alley.toy.open.turn = BO;
    alley.hold(CY, &["Hush"]);
    alley.play(&[(BO, "use 1 1"), (BO, "at 0")]);
    assert_eq!(alley.waits_for(), Some(CY));
    crate::machine::leave_out(&mut alley.toy, BO);
    alley.toy.open.out = alley.toy.open.out.with(BO);
    alley.let_pass();
    assert_eq!(alley.hurt(Tag(0)), Some(0), "nothing more comes of it");
    assert_eq!(alley.waits_for(), Some(CY), "it is their turn now");
}

fn in_a_chain_the_newest_goes_first() {
    let (mut alley, _, thug) = a_fight();
    alley.toy.open.chain = true;
    alley.hold(BO, &["Alarm", "Pickpocket"]);
    alley.hold(CY, &["Pickpocket"]);
    alley.hold(ANN, &["Thug", "Thug"]);
    alley.play(&[(ANN, "use 0 1"), (ANN, "at 1"), (BO, "play Alarm"), (CY, "play Pickpocket")]);
    assert_eq!(alley.toy.cards.count(hand(ANN)), 2, "nothing is carried out before all have passed");
    alley.play(&[(BO, "pass"), (CY, "pass")]);
    let at = |event: &Event| alley.told.iter().position(|told| told == event);
    let robbed = at(&Event::Tossed(ANN, card("Thug"))).unwrap();
    let dead = at(&Event::Dead(ANN, card("Bruiser"))).unwrap();
    assert!(robbed < dead && alley.hurt(thug) == Some(0));
    assert_eq!(alley.waits_for(), Some(ANN));
}

const SCENARIOS: [(&str, fn()); 21] = [
    ("a hit hits and works once a turn", a_hit_hits_and_works_once_a_turn),
    ("an answer can be answered", an_answer_can_be_answered),
    ("what is cancelled does nothing", what_is_cancelled_does_nothing),
    ("three deep the third decides", three_deep_the_third_decides),
    ("a guard takes the blow", a_guard_takes_the_blow),
    ("what happens by itself comes of a hit", what_happens_by_itself_comes_of_a_hit),
    ("a cost that cannot be paid any more fails the act", a_cost_that_cannot_be_paid_any_more_fails_the_act),
    ("a redirected act is aimed anew", a_redirected_act_is_aimed_anew),
    ("each of them is hit and can be answered", each_of_them_is_hit_and_can_be_answered),
    ("a choice is put and both sides work", a_choice_is_put_and_both_sides_work),
    ("effects end when they should", effects_end_when_they_should),
    ("what hangs on a card goes with it", what_hangs_on_a_card_goes_with_it_and_a_new_card_is_not_cursed),
    ("an aura is read off the board", an_aura_is_read_off_the_board),
    ("a card in another's power goes back to its owner", a_card_in_anothers_power_goes_back_to_its_owner),
    ("a search shows what it takes", a_search_shows_what_it_takes),
    (
        "what is picked as it happens comes after the answers",
        what_is_picked_as_it_happens_comes_after_the_answers,
    ),
    ("somebody else can be the one who picks", somebody_else_can_be_the_one_who_picks),
    ("a step of the game can be answered", a_step_of_the_game_can_be_answered),
    ("bids are sealed and the highest wins", bids_are_sealed_and_the_highest_wins),
    ("whoever is out is asked nothing more", whoever_is_out_is_asked_nothing_more),
    ("one who falls in the middle stops there", one_who_falls_in_the_middle_of_their_own_act_stops_there),
];

#[test]
fn every_part_of_the_kernel_is_played() {
    SCENARIOS.iter().for_each(|(_, scenario)| scenario());
    in_a_chain_the_newest_goes_first();
}

/// Each operation, window, duration and way to change an act, broken once.
const FAULTS: [&str; 29] = [
    "op Target",
    "op Choose",
    "op Open",
    "op Then",
    "op Pay",
    "op Do",
    "op Unless",
    "op Jump",
    "op May",
    "op Fork",
    "op Each",
    "op Again",
    "op End",
    "window Targeted",
    "window Paid",
    "window BeforeHit",
    "window AfterHit",
    "window Dusk",
    "duration EndOfTurn",
    "duration TurnOf(Seat(N))",
    "duration EndOfAct",
    "duration WhileHere",
    "duration Lasts",
    "cancel",
    "prevent",
    "redirect",
    "leave out",
    "auto",
    "judge",
];

#[test]
fn every_fault_of_the_kernel_is_found() {
    let mut missed = Vec::new();
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let fine = SCENARIOS.iter().all(|(_, scenario)| catch_unwind(scenario).is_ok());
    for fault in &FAULTS {
        let found = SCENARIOS
            .iter()
            .find(|(_, scenario)| fault::with(fault, || catch_unwind(AssertUnwindSafe(scenario)).is_err()));
        match found {
            Some((scenario, _)) => println!("{fault}: {scenario}"),
            None => missed.push(*fault),
        }
    }
    std::panic::set_hook(quiet);
    assert!(fine, "without a fault all is well");
    assert!(missed.is_empty(), "nobody noticed: {missed:?}");
}

#[test]
fn every_word_is_on_a_card_and_reads() {
    let wrong: Vec<_> = [Verb::ROWS, Test::ROWS, Pick::ROWS].into_iter().flat_map(lint).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let text = include_str!("cards.ron");
    for row in [Verb::ROWS, Test::ROWS, Pick::ROWS].into_iter().flatten() {
        // What a word wants chosen follows from the word.
        let chosen = ["InDeck", "InTheirHand"].contains(&row.name);
        assert!(chosen || text.contains(row.name), "no card says {}", row.name);
    }
    let said = |clause: &crate::program::Clause<Language>| match clause {
        Clause::Do(verb) => verb.said(Person::Other),
        _ => String::new(),
    };
    let hit = &catalog()[card("Bruiser")].abilities[1];
    assert_eq!(hit.does.iter().map(said).collect::<Vec<_>>(), ["hits it for 1"]);
    assert_eq!(
        (hit.targets[0].said(Person::You), Test::Rich.said(Person::You)),
        ("a rival's card".into(), "you have two points".into())
    );
    assert!(Verb::Gain(1).wrong("").is_empty() && Verb::Gain(1).names().is_empty());
    assert!(Test::Rich.wrong("").is_empty() && Test::Rich.names().is_empty());
    assert!(Pick::Mine.wrong("").is_empty() && Pick::Mine.names().is_empty());
    assert_eq!(Verb::Gain(1).said(Person::You), "gain 1 point");
    assert!(
        page(Verb::ROWS).contains("| `Gain(n)` | gain *n* points | Points. | 3.4 |"),
        "{}",
        page(Verb::ROWS)
    );
    assert!(catalog().len() > 20);
    let sizes = (0..catalog().len() as u16).map(|card| script(card).size());
    let (abilities, ops) = sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1));
    assert!(abilities > 25 && ops < 220, "{abilities} abilities, {ops} operations");
    assert!(size_of::<crate::program::Op<Language>>() <= 8);
}
