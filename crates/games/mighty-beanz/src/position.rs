//! A position in writing, and back.
//!
//! Cards are named in a row, those of a deck from the top: `"lion-bean clown-bean*3"`. On the mats a slot says what is in
//! it: `a1 = "lion-bean"`, `b4 = "sheriff-bean sidewayz on big-top-moon"`, `a2 = "on boulder-belt"`. Decks that are
//! not named are filled with Clown Beans, and so is Loot, as far as it has not been captured. A sign behind a card says who knows it: in a hand `!` all, `~` both players; and
//! of cards that were shown and shuffled back, `%` is one of them and `_` one of those they were shuffled with.

use std::collections::BTreeMap;

use ccg::frame::{Act, Aim, NO_FRAME, Window};
use ccg::program::Op;
use ccg::{Id, Place, Round, Tag, Viewers};
use serde::{Deserialize, Serialize};
use table::{Fault, Mute, Seat};

use crate::cards::{Face, Kind, Pack};
use crate::look::Look;
use crate::state::{
    AIR, CARDS, Cards, Frame, Galaxy, Help, House, MightyBeanz, Reason, Slot, Stance, Step, deck, discard,
    hand, loot, loot_each, primed,
};
use crate::tongue::{Beans, Deed, Moment};
use crate::turn::count_instants;

/// Something half done, as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "this cannot be under way: write keep, hide, guess, lay, aim, flick, count, main, down, place, arrive, gather, \
                 strike, attack, lose, deeds or answers, with what belongs to it"
)]
pub enum Doing {
    /// A step of the game.
    Step(Step),
    /// A card.
    Card(CardDoing),
}

/// What a card does, or how it is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardDoing {
    /// The clauses of a card are carried out.
    Deeds(Deeds),
    /// Answers may be given (rule 9.3).
    Answers(#[serde(with = "moments")] Moment, Round),
}

/// The clauses of a card, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deeds {
    /// The card.
    pub face: Face,
    /// The Bean that uses its spin power; `None`: an Action, which is in the air.
    #[serde(default)]
    pub slot: Option<Slot>,
    /// The next clause.
    #[serde(default)]
    pub at: u8,
    /// It was cancelled: never where anybody is asked, but checkpoints of records have it in them.
    #[serde(default)]
    pub dead: bool,
    /// The first of two slots that a clause asks for.
    #[serde(default)]
    pub first: Option<Slot>,
    /// Where targets are named before the answers: what has been named, and which is being named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<Named>,
}

/// Targets that were named when a card was played (rule 3.6).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// Slots, in the order of the clauses; `-` where there was nothing to name.
    pub targets: Vec<String>,
    /// Which of them is asked for.
    #[serde(default)]
    pub asked: Option<u8>,
}

/// A target in writing.
fn spell(aim: Aim) -> String {
    match (Slot::aimed(aim), Face::aimed(aim)) {
        (Some(slot), _) => slot.to_string(),
        (_, Some(face)) => face.to_string(),
        _ => "-".into(),
    }
}

/// And back.
fn read(pack: Pack, text: &str) -> Result<Aim, String> {
    match text {
        "-" => Ok(Aim::NONE),
        text => match text.parse::<Slot>() {
            Ok(slot) => Ok(Aim::at(slot.tag())),
            Err(_) => pack.named(text).map(|face| Aim::card(face.number())),
        },
    }
}

impl Deeds {
    /// The clause that was begun last.
    pub(crate) fn last(&self) -> Option<Deed> {
        let before = usize::from(self.at).checked_sub(1)?;
        self.face.card().deeds.get(before).copied()
    }

    fn of(look: &impl Look, act: &Act) -> Deeds {
        let face = Face::of(act.card);
        let ops = look.script(act.card).ops(act.nth);
        let done = ops.iter().take(usize::from(act.pc));
        let at = done.filter(|op| matches!(op, Op::Do(..))).count() as u8;
        let asked = act.asks().then(|| match ops.get(usize::from(act.pc)) {
            Some(Op::Choose(n, ..)) => *n,
            _ => 0,
        });
        let (mut first, mut named) = (None, None);
        if look.open().house.targets_first {
            let last = act.picks.iter().rposition(|pick| *pick != Aim::NONE).map_or(0, |n| n + 1);
            named =
                Some(Named { targets: act.picks[..last].iter().map(|pick| spell(*pick)).collect(), asked });
        } else if asked.is_some() {
            first = Slot::aimed(act.picked_before());
        }
        Deeds { face, slot: Slot::of_tag(act.me), at, dead: false, first, named }
    }

    /// The act, with this above it: nothing, a window, or something that its last clause has begun.
    fn act(&self, position: &Position, above: Option<&Doing>) -> Result<Act, Fault> {
        let tag = self.slot.map_or(Tag::NONE, Slot::tag);
        let mut act = Act::new(self.face.number(), 0, position.turn, tag, NO_FRAME);
        let card = self.face.card();
        let ops = if position.house.targets_first { card.early.ops(0) } else { card.script.ops(0) };
        let point = |so: &dyn Fn(&Op<Beans>) -> bool, nth: usize| {
            (0..).zip(ops).filter(|(_, op)| so(op)).nth(nth).map(|(pc, _)| pc)
        };
        // Where the clause begins: behind what was done before.
        let done = |n: usize| point(&|op| matches!(op, Op::Do(..)), n).map_or(ops.len() as u8, |pc| pc + 1);
        let begin = usize::from(self.at).checked_sub(1).map_or(0, done);
        if let Some(named) = &self.named {
            if named.targets.len() > act.picks.len() {
                return Err(Fault::near("doing", "no card names that many targets (3.6)"));
            }
            for (pick, text) in act.picks.iter_mut().zip(&named.targets) {
                *pick = read(position.pack, text).map_err(|what| Fault::near("doing", what))?;
            }
        }
        if let Some(first) = self.first {
            act.picks[0] = Aim::at(first.tag());
        }
        let asked = match &self.named {
            Some(named) => named.asked,
            None => above.is_none().then_some(u8::from(self.first.is_some())),
        };
        let answered = matches!(above, Some(Doing::Card(CardDoing::Answers(Moment::Action, _))));
        let asks = asked.filter(|_| above.is_none()).and_then(|n| {
            let rest = (0..).zip(ops).skip(usize::from(begin));
            rest.into_iter()
                .find(|(_, op)| matches!(op, Op::Choose(at, ..) if *at == n))
                .map(|(pc, _)| (pc, n))
        });
        Ok(match (asks, answered) {
            (Some((pc, n)), _) => act.at_point(pc, Some(n)),
            (_, true) => act.at_point(point(&|op| matches!(op, Op::Open(_)), 0).map_or(0, |pc| pc + 1), None),
            _ => act.at_point(begin, None),
        })
    }
}

/// An Instant that was played into the open window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// By whom.
    pub by: u8,
    /// Which card it is about: 0 is what the window is about, 1 the first answer, and so on.
    pub at: u8,
}

/// Moments are written in lower case.
mod moments {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::tongue::Moment;

    const NAMES: [(&str, Moment); 3] =
        [("action", Moment::Action), ("attack", Moment::Attack), ("bean", Moment::Bean)];

    pub(super) fn serialize<S: Serializer>(moment: &Moment, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(NAMES[*moment as usize].0)
    }
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Moment, D::Error> {
        let name = String::deserialize(from)?;
        let found = NAMES.iter().find(|(known, _)| *known == name).map(|(_, moment)| *moment);
        found.ok_or_else(|| serde::de::Error::custom(format!("'{name}' cannot be answered")))
    }
}

/// What is half done, as it is written, and what was answered.
pub(crate) fn written(look: &impl Look) -> (Vec<Doing>, Vec<Answer>) {
    let frames = &look.open().frames;
    let about = match frames.last() {
        Some(Frame::Window(window)) => usize::from(window.about),
        _ => frames.len(),
    };
    let mut doing = Vec::new();
    for (at, frame) in frames.iter().enumerate() {
        match frame {
            Frame::Own(step) => doing.push(Doing::Step(*step)),
            Frame::Act(act) if at <= about && act.about == NO_FRAME => {
                doing.push(Doing::Card(CardDoing::Deeds(Deeds::of(look, act))));
            }
            Frame::Act(_) => {}
            Frame::Window(Window { moment, round, .. }) => {
                doing.extend(round.map(|round| Doing::Card(CardDoing::Answers(*moment, round))));
            }
        }
    }
    let base = frames.iter().position(|frame| matches!(frame, Frame::Act(act) if act.about != NO_FRAME));
    let answers = frames.iter().filter_map(|frame| match frame {
        Frame::Act(act) if act.about != NO_FRAME => Some(Answer {
            by: act.seat.0,
            at: (usize::from(act.about) + 1).saturating_sub(base.unwrap_or(0)) as u8,
        }),
        _ => None,
    });
    let answers = answers.collect();
    (doing, answers)
}

/// Anything that can be written down as a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of the table")]
pub struct Position {
    pub expert: bool,
    pub steady: bool,
    #[serde(skip_serializing_if = "House::is_usual")]
    pub house: House,
    pub turn: Seat,
    pub turns: u16,
    pub points: u8,
    pub bought: u8,
    pub next_attack: Help,
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
    pub doing: Vec<Doing>,
    pub answers: Vec<Answer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// The cards that it is about.
    #[serde(skip)]
    pub pack: Pack,
}

impl Default for Position {
    fn default() -> Self {
        Position {
            expert: false,
            steady: false,
            house: House::default(),
            turn: Seat(0),
            turns: 3,
            points: 7,
            bought: 0,
            next_attack: Help::default(),
            captured: [0; 2],
            hands: Default::default(),
            decks: None,
            loot: None,
            discards: Default::default(),
            ready: Default::default(),
            air: String::new(),
            mat: BTreeMap::new(),
            doing: vec![Doing::Step(Step::Main)],
            answers: Vec::new(),
            over: None,
            winner: None,
            pack: Pack::OURS,
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
            let mut word = Face::of(game.cards.kind(id)).to_string();
            let (exact, owner) = (game.cards.known(id), game.cards.owner(id));
            if Cards::is_loose(game.cards.place(id)) {
                if exact == Viewers::ALL {
                    word.push('!');
                } else if exact.has(Some(Seat(1 - owner.0))) {
                    word.push('~');
                }
            }
            match game.cards.grouped(id) {
                (_, 0) => {}
                (seen, _) => word.push(if seen == Viewers::default() { '_' } else { '%' }),
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
        let (doing, answers) = written(game);
        Position {
            expert: open.expert,
            steady: open.steady,
            house: open.house,
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
            doing,
            answers,
            over: open.over,
            winner: open.winner,
            pack: Pack::OURS,
        }
    }

    pub(crate) fn lay_out(&self) -> Result<MightyBeanz, Fault> {
        self.check_seats()?;
        let mut laying = Laying {
            game: MightyBeanz::bare(self.expert, self.steady, self.house),
            owned: [0; 2],
            pack: self.pack,
        };
        for seat in Seat::all(2) {
            self.lay_cards_of(seat, &mut laying)?;
        }
        let by = |n: usize| self.answers.get(n).map_or(self.turn, |answer| Seat(answer.by));
        let air = words(self.pack, &self.air, AIR, "air")?;
        let base = air.len().saturating_sub(self.answers.len());
        for (n, (face, ..)) in air.iter().enumerate() {
            let owner = if n < base { self.turn } else { by(n - base) };
            laying.face_up(*face, owner, AIR, "air")?;
        }
        for (slot, text) in &self.mat {
            laying.slot(slot, text)?;
        }
        let mut game = laying.game;
        let open = &mut game.open;
        (open.turn, open.turns, open.points, open.bought) = (self.turn, self.turns, self.points, self.bought);
        (open.spun, open.captured) = (self.next_attack, self.captured);
        (open.over, open.winner) = (self.over, self.winner);
        for (n, doing) in self.doing.iter().enumerate() {
            let frame = match doing {
                Doing::Step(step) => Frame::Own(*step),
                Doing::Card(CardDoing::Deeds(deeds)) => {
                    Frame::Act(self.in_pack(deeds)?.act(self, self.doing.get(n + 1))?)
                }
                Doing::Card(CardDoing::Answers(moment, round)) => {
                    let about = open.frames.len().saturating_sub(1) as u8;
                    for (answer, (face, ..)) in self.answers.iter().zip(air.iter().skip(base)) {
                        if !open.frames.has_room(2) {
                            return Err(Fault::near("answers", "nobody can have answered that often (9.3)"));
                        }
                        let at = about.saturating_add(answer.at);
                        open.frames.push(Frame::Act(Act::new(
                            face.number(),
                            0,
                            Seat(answer.by),
                            Tag::NONE,
                            at,
                        )));
                    }
                    Frame::Window(Window::waiting(*moment, Tag::NONE, about, *round))
                }
            };
            if !open.frames.has_room(1) {
                return Err(Fault::near("doing", "too much is being done at once (2.1)"));
            }
            open.frames.push(frame);
        }
        open.instants = count_instants(&game.cards, self.house);
        make_ready(&mut game, self.turn);
        self.check(&game)?;
        Ok(game)
    }

    /// A card is named of the pack.
    fn in_pack(&self, deeds: &Deeds) -> Result<Deeds, Fault> {
        let deeds = deeds.clone();
        if deeds.face == Face::HIDDEN || self.pack == Pack::OURS {
            return Ok(deeds);
        }
        let face = self.pack.named(&deeds.face.card().slug).map_err(|what| Fault::near("doing", what))?;
        Ok(Deeds { face, ..deeds })
    }

    fn lay_cards_of(&self, seat: Seat, laying: &mut Laying) -> Result<(), Fault> {
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
            let n = usize::from(galaxy.0);
            let text = match &self.loot {
                Some(loot) => loot[s][n].clone(),
                None => {
                    // What was captured came from all galaxies in turn, and none is empty (rule 11.1).
                    let gone = (usize::from(self.captured[s]) + 2 - n) / 3;
                    filler(usize::from(loot_each(self.expert)).saturating_sub(gone).max(1))
                }
            };
            rows.push((loot(seat, galaxy), text, "loot", true));
        }
        for (place, text, near, from_top) in rows {
            let mut cards = words(self.pack, &text, place, near)?;
            if from_top {
                cards.reverse();
            }
            for (face, exact, group) in cards {
                let id = laying.bring(face, seat, place, near)?;
                let cards = &mut laying.game.cards;
                let mut eyes = match near {
                    "hands" => Viewers::one(Some(seat)),
                    "decks" | "loot" => Viewers::default(),
                    _ => Viewers::ALL,
                };
                if let Some(more) = exact {
                    eyes = eyes.and(more);
                }
                match group {
                    Some(_) if eyes == Viewers::ALL => {
                        let what =
                            format!("everybody knows this {face}: it is not among cards shuffled back (1.9)");
                        return Err(Fault::near(near, what));
                    }
                    Some(seen) => {
                        cards.let_know(id, eyes, seen, 1 + seat.0);
                    }
                    None => cards.let_know(id, eyes, Viewers::default(), 0),
                }
            }
        }
        Ok(())
    }
}

type Word = (Face, Option<Viewers>, Option<Viewers>);

/// Cards in a row: what they are, who else knows them, and what is known of their group.
fn words(pack: Pack, text: &str, place: Place, near: &str) -> Result<Vec<Word>, Fault> {
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
                '!' if Cards::is_loose(place) => exact = Some(Viewers::ALL),
                '~' if Cards::is_loose(place) => {
                    exact = Some(Viewers::one(Some(Seat(0))).and(Viewers::one(Some(Seat(1)))));
                }
                '%' => group = Some(Viewers::ALL),
                '_' => group = Some(Viewers::default()),
                _ => return Err(Fault::near(word, format!("'{sign}' is only allowed in a hand"))),
            }
        }
        let face = pack.named(name).map_err(|what| Fault::near(name, what))?;
        if face == Face::HIDDEN {
            return Err(Fault::near(near, "a position must name every card"));
        }
        cards.extend(std::iter::repeat_n((face, exact, group), times));
    }
    Ok(cards)
}

/// What the Actions that lie ready have done waits there for the next attack.
fn make_ready(game: &mut MightyBeanz, seat: Seat) {
    let mut ready = [None; CARDS];
    for (n, face) in game.row(primed(seat)).enumerate() {
        ready[n] = Some(face);
    }
    for face in ready.into_iter().flatten() {
        let mut act = Act::new(face.number(), 0, seat, Tag::NONE, NO_FRAME);
        for deed in face.card().deeds.iter().filter(|deed| deed.row().waits_for.is_some()) {
            deed.run(game, &mut act, &mut Mute);
        }
    }
}

/// A table on which cards are laid one by one, and counted: nobody has more than a deck (rule 12.1).
struct Laying {
    game: MightyBeanz,
    owned: [u8; 2],
    pack: Pack,
}

// Both decks fit.
const _: () = assert!(CARDS == 2 * MOST as usize);

impl Laying {
    fn bring(&mut self, face: Face, owner: Seat, place: Place, near: &str) -> Result<Id, Fault> {
        let owned = &mut self.owned[owner.index()];
        if *owned == MOST {
            let what = format!(
                "seat {owner} has more than {MOST} cards, counting those on the mat and being played (12.1)"
            );
            return Err(Fault::near(near, what));
        }
        *owned += 1;
        Ok(self.game.cards.bring(face.number(), owner, place))
    }

    fn face_up(&mut self, face: Face, owner: Seat, place: Place, near: &str) -> Result<(), Fault> {
        let id = self.bring(face, owner, place, near)?;
        self.game.cards.open(id);
        Ok(())
    }

    /// What lies in a slot of a mat.
    fn slot(&mut self, slot: &str, text: &str) -> Result<(), Fault> {
        let fault = |what: String| Fault::near(text.to_owned(), what);
        let at: Slot = slot.parse().map_err(|what: String| Fault::near(slot, what))?;
        let (bean, cosmos) = match text.strip_prefix("on ") {
            Some(cosmos) => ("", cosmos),
            None => text.split_once(" on ").unwrap_or((text, "")),
        };
        let owner = at.seat();
        if !bean.is_empty() {
            let (name, stance) = bean.split_once(' ').unwrap_or((bean, "headz-up"));
            let face = self.pack.named(name).map_err(fault)?;
            if face == Face::HIDDEN || face.card().kind != Kind::Bean {
                return Err(fault(format!("'{name}' is not a Bean (1.4)")));
            }
            self.face_up(face, owner, at.bean(), slot)?;
            self.game.open.stance[usize::from(at.0)] = match stance.trim() {
                "headz-up" => Stance::HeadzUp,
                "bottomz-up" => Stance::BottomzUp,
                "sidewayz" => Stance::Sidewayz,
                _ => return Err(fault(format!("'{stance}' is not a stance (4.1)"))),
            };
        }
        if !cosmos.is_empty() {
            let face = self.pack.named(cosmos.trim()).map_err(fault)?;
            if face == Face::HIDDEN || !face.card().kind.is_cosmos() {
                return Err(fault(format!("'{cosmos}' is not a Cosmos card (5.1)")));
            }
            self.face_up(face, owner, at.cosmos(), slot)?;
        }
        Ok(())
    }
}
