//! A position in writing, and back.
//!
//! Cards are named in a row, those of a deck from the top: `"lion-bean clown-bean*3"`. On the mats a slot says what is in
//! it: `a1 = "lion-bean"`, `b4 = "sheriff-bean sidewayz on big-top-moon"`, `a2 = "on boulder-belt"`. Decks and Loot that are
//! not named are filled with Clown Beans. A sign behind a card says who knows it: in a hand `!` all, `~` both players; and
//! of cards that were shown and shuffled back, `%` is one of them and `_` one of those they were shuffled with.

use std::collections::BTreeMap;

use ccg::{Eyes, Id, Place};
use serde::{Deserialize, Serialize};
use table::{Fault, Game, Seat, Status};

use crate::cards::{Face, Kind};
use crate::look::Look;
use crate::menu;
use crate::state::{
    AIR, Answer, Cards, Frame, Galaxy, MightyBeanz, Reason, Slot, Spun, Stance, deck, discard, hand, loot,
    loot_each, primed,
};
use crate::turn::MOST_TURNS;
use crate::turn::count_instants;

/// Anything that can be written down as a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of the table")]
pub struct Position {
    pub expert: bool,
    pub steady: bool,
    pub turn: Seat,
    pub turns: u16,
    pub points: u8,
    pub bought: u8,
    pub next_attack: Spun,
    pub captured: [u8; 2],
    pub hands: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decks: Option<[String; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loot: Option<[[String; 3]; 2]>,
    pub discards: [String; 2],
    pub ready: [String; 2],
    pub air: String,
    pub mat: BTreeMap<String, String>,
    pub doing: Vec<Frame>,
    pub answers: Vec<Answer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
}

impl Default for Position {
    fn default() -> Self {
        Position {
            expert: false,
            steady: false,
            turn: Seat(0),
            turns: 3,
            points: 7,
            bought: 0,
            next_attack: Spun::default(),
            captured: [0; 2],
            hands: Default::default(),
            decks: None,
            loot: None,
            discards: Default::default(),
            ready: Default::default(),
            air: String::new(),
            mat: BTreeMap::new(),
            doing: vec![Frame::Main],
            answers: Vec::new(),
            over: None,
            winner: None,
        }
    }
}

/// The most cards a deck is made of (rule 12.1).
const MOST: u8 = 60;
/// What fills a deck that is not named.
const FILLER: (&str, usize) = ("clown-bean", 10);

fn both<T>(each: impl Fn(Seat) -> T) -> [T; 2] {
    [each(Seat(0)), each(Seat(1))]
}

/// Words in a row, those alike counted.
fn row(words: impl Iterator<Item = String>) -> String {
    let mut runs: Vec<(String, usize)> = Vec::new();
    for word in words {
        match runs.last_mut() {
            Some((last, n)) if *last == word => *n += 1,
            _ => runs.push((word, 1)),
        }
    }
    let words = runs.into_iter().map(|(word, n)| if n == 1 { word } else { format!("{word}*{n}") });
    words.collect::<Vec<_>>().join(" ")
}

impl Position {
    pub(crate) fn of(game: &MightyBeanz) -> Position {
        let word = |id: Id| {
            let mut word = Face(game.cards.kind(id)).to_string();
            let (exact, owner) = (game.cards.known(id), game.cards.owner(id));
            if Cards::is_loose(game.cards.place(id)) {
                if exact == Eyes::ALL {
                    word.push('!');
                } else if exact.has(Some(Seat(1 - owner.0))) {
                    word.push('~');
                }
            }
            match game.cards.grouped(id) {
                (_, 0) => {}
                (seen, _) => word.push(if seen == Eyes::default() { '_' } else { '%' }),
            }
            word
        };
        let up = |place: Place| row(game.cards.row(place).map(word));
        // A deck is read from the top.
        let down = |place: Place| {
            let ids: Vec<Id> = game.cards.row(place).collect();
            row(ids.into_iter().rev().map(word))
        };
        let mat = Slot::all().filter_map(|slot| {
            let mut words = Vec::new();
            if let Some(bean) = game.bean(slot) {
                words.push(bean.to_string());
                match game.stance(slot) {
                    Stance::HeadzUp => {}
                    Stance::BottomzUp => words.push("bottomz-up".into()),
                    Stance::Sidewayz => words.push("sidewayz".into()),
                }
            }
            if let Some(cosmos) = game.cosmos(slot) {
                words.push(format!("on {cosmos}"));
            }
            (!words.is_empty()).then(|| (slot.to_string(), words.join(" ")))
        });
        let open = &game.open;
        Position {
            expert: open.expert,
            steady: open.steady,
            turn: open.turn,
            turns: open.turns,
            points: open.points,
            bought: open.bought,
            next_attack: open.spun,
            captured: open.captured,
            hands: both(|seat| up(hand(seat))),
            decks: Some(both(|seat| down(deck(seat)))),
            loot: Some(both(|seat| [0, 1, 2].map(|n| down(loot(seat, Galaxy(n)))))),
            discards: both(|seat| up(discard(seat))),
            ready: both(|seat| up(primed(seat))),
            air: up(AIR),
            mat: mat.collect(),
            doing: open.frames.to_vec(),
            answers: open.answers.to_vec(),
            over: open.over,
            winner: open.winner,
        }
    }

    pub(crate) fn lay_out(&self) -> Result<MightyBeanz, Fault> {
        let mut game = MightyBeanz::bare(self.expert, self.steady);
        for seat in Seat::all(2) {
            self.lay_cards_of(seat, &mut game)?;
        }
        let by = |n: usize| self.answers.get(n).map_or(self.turn, |answer| Seat(answer.by & 1));
        let air = words(&self.air, AIR, "air")?;
        let base = air.len().saturating_sub(self.answers.len());
        for (n, (face, ..)) in air.iter().enumerate() {
            let owner = if n < base { self.turn } else { by(n - base) };
            let id = game.cards.bring(face.0, owner, AIR);
            game.cards.open(id);
        }
        for (slot, text) in &self.mat {
            lay_slot(&mut game, slot, text)?;
        }
        let open = &mut game.open;
        (open.turn, open.turns, open.points, open.bought) = (self.turn, self.turns, self.points, self.bought);
        (open.spun, open.captured) = (self.next_attack, self.captured);
        (open.over, open.winner) = (self.over, self.winner);
        for &frame in &self.doing {
            if !open.frames.has_room(1) {
                return Err(Fault::near("doing", "too much is being done at once"));
            }
            open.frames.push(frame);
        }
        for &answer in &self.answers {
            if !open.answers.has_room(1) || answer.by > 1 || usize::from(answer.at) > self.answers.len() {
                return Err(Fault::near("answers", "no such answer can have been given"));
            }
            open.answers.push(answer);
        }
        open.instants = count_instants(&game.cards);
        self.check(&game)?;
        Ok(game)
    }

    fn lay_cards_of(&self, seat: Seat, game: &mut MightyBeanz) -> Result<(), Fault> {
        let s = seat.index();
        let filler = |n: usize| format!("{}*{n}", FILLER.0);
        let deck_text = self.decks.as_ref().map_or_else(|| filler(FILLER.1), |decks| decks[s].clone());
        let mut rows = vec![
            (hand(seat), self.hands[s].clone(), "hands", false),
            (deck(seat), deck_text, "decks", true),
            (discard(seat), self.discards[s].clone(), "discards", false),
            (primed(seat), self.ready[s].clone(), "ready", false),
        ];
        for galaxy in [0, 1, 2].map(Galaxy) {
            let each = usize::from(loot_each(self.expert));
            let text = match &self.loot {
                Some(loot) => loot[s][usize::from(galaxy.0)].clone(),
                None => filler(each),
            };
            rows.push((loot(seat, galaxy), text, "loot", true));
        }
        let mut all = 0;
        for (place, text, near, from_top) in rows {
            let mut cards = words(&text, place, near)?;
            if from_top {
                cards.reverse();
            }
            all += cards.len();
            if all > usize::from(MOST) {
                return Err(Fault::near(near, format!("seat {seat} has more than {MOST} cards")));
            }
            for (face, exact, group) in cards {
                let id = game.cards.bring(face.0, seat, place);
                let mut eyes = match near {
                    "hands" => Eyes::one(Some(seat)),
                    "decks" | "loot" => Eyes::default(),
                    _ => Eyes::ALL,
                };
                if let Some(more) = exact {
                    eyes = eyes.and(more);
                }
                match group {
                    Some(seen) => game.cards.let_know(id, eyes, seen, 1 + seat.0),
                    None => game.cards.let_know(id, eyes, Eyes::default(), 0),
                }
            }
        }
        Ok(())
    }

    /// Is it something that play can come to?
    fn check(&self, game: &MightyBeanz) -> Result<(), Fault> {
        let wrong = |near: &str, what: &str| Err(Fault::near(near, what));
        if self.turn.0 > 1 {
            return wrong("turn", "there are only seats 0 and 1 (1.1)");
        }
        if self.turns > MOST_TURNS {
            return wrong("turns", "no game has more than 100 turns (11.4)");
        }
        if self.over.is_some() {
            return Ok(());
        }
        if both(|seat| game.count(deck(seat))).contains(&0) {
            return wrong("decks", "with an empty deck the game is over (11.2)");
        }
        for seat in Seat::all(2) {
            for galaxy in [0, 1, 2].map(Galaxy) {
                if !(1..=loot_each(self.expert)).contains(&game.count(loot(seat, galaxy))) {
                    return wrong(
                        "loot",
                        "one to two cards lie in each galaxy, one to three for Experts (1.7)",
                    );
                }
            }
        }
        let in_air = |frame: &Frame| match frame {
            Frame::Place | Frame::Arrive(..) => 1,
            Frame::Deeds(deeds) if deeds.slot.is_none() => 1,
            _ => 0,
        };
        let expected: usize = self.doing.iter().map(in_air).sum::<usize>() + self.answers.len();
        if usize::from(game.count(AIR)) != expected {
            return wrong("air", "what is in the air does not fit to what is being done");
        }
        let slots_fit = |frame: &Frame| match *frame {
            Frame::Aim(galaxy, _) | Frame::Flick(galaxy, ..) => galaxy.0 < 3,
            Frame::Attack(attack) => attack.by < 1 << 14 && attack.galaxy.0 < 3,
            Frame::Gather(by) | Frame::Strike(by) => by < 1 << 14,
            Frame::Keep(seat) | Frame::Hide(seat) | Frame::Guess(seat, _) => seat.0 < 2,
            Frame::Deeds(deeds) => deeds.face != Face::HIDDEN,
            _ => true,
        };
        if !self.doing.iter().all(slots_fit) {
            return wrong("doing", "there is no such seat, slot or galaxy");
        }
        if let Some(Frame::Gather(by)) = self.doing.last()
            && game.blitz_cost(*by) > self.points
        {
            return wrong("doing", "these Beans cost more than there are points (8.2)");
        }
        let Status::Ask(asked) = menu::status(game) else { return Ok(()) };
        let mut acts = Vec::new();
        game.legal(asked, &mut acts);
        if acts.is_empty() {
            return wrong("doing", "nobody would be asked anything here");
        }
        Ok(())
    }
}

type Word = (Face, Option<Eyes>, Option<Eyes>);

/// Cards in a row: what they are, who else knows them, and what is known of their group.
fn words(text: &str, place: Place, near: &str) -> Result<Vec<Word>, Fault> {
    let mut cards = Vec::new();
    for word in text.split_whitespace() {
        let (word, times) = match word.split_once('*') {
            Some((name, n)) => match n.parse::<usize>() {
                Ok(n @ 1..=60) => (name, n),
                _ => return Err(Fault::near(word, format!("'{n}' is not a number of cards"))),
            },
            None => (word, 1),
        };
        let name = word.trim_end_matches(['!', '~', '%', '_']);
        let (mut exact, mut group) = (None, None);
        for sign in word[name.len()..].chars() {
            match sign {
                '!' if Cards::is_loose(place) => exact = Some(Eyes::ALL),
                '~' if Cards::is_loose(place) => {
                    exact = Some(Eyes::one(Some(Seat(0))).and(Eyes::one(Some(Seat(1)))));
                }
                '%' => group = Some(Eyes::ALL),
                '_' => group = Some(Eyes::default()),
                _ => return Err(Fault::near(word, format!("'{sign}' can only stand in a hand"))),
            }
        }
        let face: Face = name.parse().map_err(|what: String| Fault::near(name, what))?;
        if face == Face::HIDDEN {
            return Err(Fault::near(near, "a position names every card"));
        }
        cards.extend(std::iter::repeat_n((face, exact, group), times));
    }
    Ok(cards)
}

/// What lies in a slot of a mat.
fn lay_slot(game: &mut MightyBeanz, slot: &str, text: &str) -> Result<(), Fault> {
    let fault = |what: String| Fault::near(text.to_owned(), what);
    let at: Slot = slot.parse().map_err(|what: String| Fault::near(slot, what))?;
    let (bean, cosmos) = match text.strip_prefix("on ") {
        Some(cosmos) => ("", cosmos),
        None => text.split_once(" on ").unwrap_or((text, "")),
    };
    let owner = at.seat();
    if !bean.is_empty() {
        let (name, stance) = bean.split_once(' ').unwrap_or((bean, "headz-up"));
        let face: Face = name.parse().map_err(fault)?;
        if face == Face::HIDDEN || face.card().kind != Kind::Bean {
            return Err(fault(format!("'{name}' is no Bean (1.4)")));
        }
        let id = game.cards.bring(face.0, owner, at.bean());
        game.cards.open(id);
        game.open.stance[usize::from(at.0)] = match stance.trim() {
            "headz-up" => Stance::HeadzUp,
            "bottomz-up" => Stance::BottomzUp,
            "sidewayz" => Stance::Sidewayz,
            _ => return Err(fault(format!("'{stance}' is no way to stand (4.1)"))),
        };
    }
    if !cosmos.is_empty() {
        let face: Face = cosmos.trim().parse().map_err(fault)?;
        if face == Face::HIDDEN || !face.card().kind.is_cosmos() {
            return Err(fault(format!("'{cosmos}' is no Cosmos card (5.1)")));
        }
        let id = game.cards.bring(face.0, owner, at.cosmos());
        game.cards.open(id);
    }
    Ok(())
}
