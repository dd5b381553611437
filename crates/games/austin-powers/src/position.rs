//! A position in writing, and back.
//!
//! Cards are named in a row, those of a draw deck from the top, those of a pile from the bottom: `"basil-exposition mustafa*3"`.
//! Behind a name may stand, in this order: `@4`, the number that the card goes by in play; `^2`, whose card it is, where that is not
//! the seat; `!`, everybody knows it, or `(0,2,w)`, these seats do, and `w` those who watch; `%1(0,w)`, it is one of the first group of
//! cards that were mixed, and these know that. Without any of it a card in a hand is known to its player, one in a draw deck to
//! nobody, and all others to everybody. Draw decks that are not named are filled with ship Agents.

use ccg::frame::{Act, Aim, NO_FRAME, Window};
use ccg::lasting::Lasting;
use ccg::program::Op;
use ccg::{HOUSE, Id, Manner, Marks as _, Place, Round, Tag, Viewers};
use serde::{Deserialize, Serialize};
use table::{Fault, MAX_SEATS, Seat, SeatSet};

use crate::cards::{Allegiance, Face, Kind, Pack};
use crate::look::Look;
use crate::state::{
    AIR, AustinPowers, Cards, DECK, Fight, Frame, GONE, Lasts, Next, Open, Reason, Step, alternating, bones,
    crew, deck, discards, hand, score, swingers,
};
use crate::tongue::Moment;

/// Something half done, as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "this cannot be under way: write turn, spent, even, chain, fight, throw, enter, brawl, lost, won, sign, \
                 tie, shed, yield, cycle, bury, least, card or saving, with what belongs to it"
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
    /// What a card says is carried out.
    Card(Text),
    /// Whether this seat saves its Agent (rule 17.30).
    Saving(Seat),
}

/// What a card says, half done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The card.
    pub card: Face,
    /// Which of its texts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub text: u8,
    /// How far it is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub at: u8,
    /// Whose it is.
    pub by: Seat,
    /// Where the card is in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<Tag>,
    /// The target of a Happening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Seat>,
    /// What has been chosen: `@4`, `seat 1`, a card, or `-`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<String>,
    /// Which choice is asked for, if one is; else it is a yes or no, or goes on by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choosing: Option<u8>,
}

fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// A choice in writing.
fn spell(aim: Aim) -> String {
    match (aim.tag().some(), aim.player(), Face::aimed(aim)) {
        (Some(tag), ..) => format!("@{tag}"),
        (_, Some(seat), _) => format!("seat {seat}"),
        (.., Some(face)) => face.to_string(),
        _ => "-".into(),
    }
}

fn read_aim(pack: Pack, text: &str) -> Result<Aim, String> {
    let bad = || format!("'{text}' is not a choice: write @4, seat 1, a card, or -");
    if let Some(tag) = text.strip_prefix('@') {
        return tag.parse().map(Aim::at).map_err(|_| bad());
    }
    if let Some(seat) = text.strip_prefix("seat ") {
        return match seat.parse::<u8>() {
            Ok(seat) if usize::from(seat) < MAX_SEATS => Ok(Aim::seat(Seat(seat))),
            _ => Err(bad()),
        };
    }
    match text {
        "-" => Ok(Aim::NONE),
        text => match pack.named(text)? {
            face if face == Face::HIDDEN => Err(bad()),
            face => Ok(Aim::card(face.number())),
        },
    }
}

/// What is half done, as it is written.
pub(crate) fn doing(open: &Open) -> Vec<Doing> {
    open.frames
        .iter()
        .map(|frame| match frame {
            Frame::Own(step) => Doing::Step(*step),
            Frame::Window(window) => {
                Doing::Card(CardDoing::Saving(window.round.map_or(open.turn, |round| round.asked())))
            }
            Frame::Act(act) => Doing::Card(CardDoing::Card(written(act))),
        })
        .collect()
}

fn written(act: &Act) -> Text {
    let card = Face::of(act.card);
    let last = act.picks.iter().rposition(|pick| *pick != Aim::NONE).map_or(0, |n| n + 1);
    let choosing = match card.card().script.op(act.nth, act.pc) {
        Op::Choose(n, ..) | Op::Target(n, _) if act.asks() => Some(n),
        _ => None,
    };
    Text {
        card,
        text: act.nth,
        at: act.pc,
        by: act.seat,
        me: act.me.some(),
        target: (card.card().kind == Kind::Happening).then_some(Seat(act.n as u8)),
        chosen: act.picks[..last].iter().map(|pick| spell(*pick)).collect(),
        choosing,
    }
}

/// Anything that can be written down as a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of the table")]
pub struct Position {
    pub seats: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<Allegiance>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub closed_lists: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub leaving: bool,
    pub turn: Seat,
    pub turns: u16,
    pub idle: u16,
    /// A card was scored in this turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub scored_now: bool,
    pub actions: u8,
    pub shipped: bool,
    pub no_attacks: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<Next>,
    pub hands: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decks: Option<Vec<String>>,
    pub discards: Vec<String>,
    pub scored: Vec<String>,
    pub agents: Vec<String>,
    pub swingers: Vec<String>,
    pub bones: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub air: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub laid: Option<Face>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub gone: String,
    #[serde(skip_serializing_if = "is_nobody")]
    pub out: SeatSet,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fight: Option<Fight>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Lasting<Lasts>>,
    pub doing: Vec<Doing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Reason>,
    #[serde(skip_serializing_if = "is_nobody")]
    pub winners: SeatSet,
    /// The cards that it is about.
    #[serde(skip)]
    pub pack: Pack,
}

impl Default for Position {
    fn default() -> Self {
        Position {
            seats: 2,
            sides: Vec::new(),
            closed_lists: false,
            leaving: false,
            turn: Seat(0),
            turns: 3,
            idle: 0,
            scored_now: false,
            actions: 2,
            shipped: false,
            no_attacks: false,
            next: Vec::new(),
            hands: Vec::new(),
            decks: None,
            discards: Vec::new(),
            scored: Vec::new(),
            agents: Vec::new(),
            swingers: Vec::new(),
            bones: Vec::new(),
            air: String::new(),
            laid: None,
            gone: String::new(),
            out: SeatSet::NONE,
            fight: None,
            effects: Vec::new(),
            doing: vec![Doing::Step(Step::Turn)],
            over: None,
            winners: SeatSet::NONE,
            pack: Pack::OURS,
        }
    }
}

/// What fills a draw deck that is not named, by allegiance.
const FILLER: [&str; 2] = ["johnson-radar-operator", "pete-fuel-pump-man"];
const FILLERS: usize = 10;

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

/// Some viewers in writing.
fn spell_viewers(viewers: Viewers, seats: u8) -> String {
    let mut words: Vec<String> =
        Seat::all(seats).filter(|seat| viewers.has(Some(*seat))).map(|seat| seat.to_string()).collect();
    if viewers.has(None) {
        words.push("w".into());
    }
    format!("({})", words.join(","))
}

/// Everybody at a table of so many, and those who watch. Nobody else looks, but everybody can be meant.
pub(crate) fn is_everybody(viewers: Viewers) -> bool {
    viewers == Viewers::ALL
}

/// What everybody knows of a card at a place that says nothing else.
fn usual(place: Place, seats: u8) -> Viewers {
    Seat::all(seats)
        .find_map(|seat| {
            (place == hand(seat))
                .then_some(Viewers::one(Some(seat)))
                .or((place == deck(seat)).then_some(Viewers::default()))
        })
        .unwrap_or(Viewers::ALL)
}

impl Position {
    pub(crate) fn of(game: &AustinPowers) -> Position {
        let open = &game.open;
        let seats = open.seats;
        // Groups are numbered as one comes to them, so that equal positions are written alike.
        let mut groups: Vec<u8> = Vec::new();
        for id in game.all_cards() {
            let (_, group) = game.cards.grouped(id);
            if group != 0 && !groups.contains(&group) {
                groups.push(group);
            }
        }
        let word = |id: Id, at: Place, seat: Option<Seat>| {
            let mut word = game.face(id).to_string();
            let tag = game.cards.marks(id).tag();
            if tag != Tag::NONE {
                word += &format!("@{tag}");
            }
            if seat != Some(game.cards.owner(id)) {
                word += &format!("^{}", game.cards.owner(id));
            }
            let known = game.cards.known(id);
            if known != usual(at, seats) {
                word += &if is_everybody(known) { "!".into() } else { spell_viewers(known, seats) };
            }
            if let (seen, group @ 1..) = game.cards.grouped(id) {
                let name = groups.iter().position(|other| *other == group).map_or(0, |n| n + 1);
                word += &format!("%{name}{}", spell_viewers(seen, seats));
            }
            word
        };
        let up =
            |place: Place, seat: Option<Seat>| row(game.cards.row(place).map(|id| word(id, place, seat)));
        let down = |place: Place, seat: Seat| {
            let ids: Vec<Id> = game.cards.row(place).collect();
            row(ids.into_iter().rev().map(|id| word(id, place, Some(seat))))
        };
        let each =
            |place: fn(Seat) -> Place| Seat::all(seats).map(|seat| up(place(seat), Some(seat))).collect();
        let all: Vec<Allegiance> = open.sides[..usize::from(seats)].to_vec();
        let plain = all[..] == alternating(seats, Seat(0), Allegiance::Good)[..usize::from(seats)];
        let next = open.next[..usize::from(seats)].to_vec();
        Position {
            seats,
            sides: if plain { Vec::new() } else { all },
            closed_lists: open.closed_lists,
            leaving: open.leaving,
            turn: open.turn,
            turns: open.turns,
            idle: open.idle,
            scored_now: open.scored,
            actions: open.actions,
            shipped: open.shipped,
            no_attacks: open.no_attacks,
            next: if next.iter().all(|next| *next == Next::default()) { Vec::new() } else { next },
            hands: each(hand),
            decks: Some(Seat::all(seats).map(|seat| down(deck(seat), seat)).collect()),
            discards: each(discards),
            scored: each(score),
            agents: each(crew),
            swingers: each(swingers),
            bones: each(bones),
            air: up(AIR, Some(open.turn)),
            laid: open.laid,
            gone: up(GONE, None),
            out: open.out,
            fight: (open.fight != Fight::default()).then_some(open.fight),
            effects: open.effects.to_vec(),
            doing: doing(open),
            over: open.over,
            winners: open.winners,
            pack: Pack::OURS,
        }
    }

    pub(crate) fn lay_out(&self) -> Result<AustinPowers, Fault> {
        self.check_seats()?;
        let sides = if self.sides.is_empty() {
            alternating(self.seats, Seat(0), Allegiance::Good)
        } else {
            let mut sides = [Allegiance::Good; MAX_SEATS];
            sides[..self.sides.len()].copy_from_slice(&self.sides);
            sides
        };
        let mut laying =
            Laying { game: AustinPowers::bare(self.seats, sides), owned: [0; MAX_SEATS], pack: self.pack };
        self.lay_cards(&mut laying)?;
        let mut game = laying.game;
        let open = &mut game.open;
        (open.closed_lists, open.leaving, open.scored) = (self.closed_lists, self.leaving, self.scored_now);
        (open.turn, open.turns, open.idle, open.actions) = (self.turn, self.turns, self.idle, self.actions);
        (open.shipped, open.no_attacks, open.out) = (self.shipped, self.no_attacks, self.out);
        (open.over, open.winners) = (self.over, self.winners);
        open.laid = match self.laid {
            Some(face) => Some(self.pack.named(&face.to_string()).map_err(|what| Fault::near("laid", what))?),
            None => None,
        };
        for (slot, next) in open.next.iter_mut().zip(&self.next) {
            *slot = *next;
        }
        open.fight = self.fight.unwrap_or_default();
        self.effects.iter().for_each(|effect| open.effects.push(*effect));
        for doing in &self.doing {
            let frame = match doing {
                Doing::Step(step) => Frame::Own(*step),
                Doing::Card(CardDoing::Card(text)) => Frame::Act(self.act(text)?),
                Doing::Card(CardDoing::Saving(seat)) => {
                    let about = open.frames.len().saturating_sub(1) as u8;
                    let round = Round::open(Manner::UntilAllPass, self.seats, *seat, |other| other == *seat);
                    let Some(round) = round else {
                        return Err(Fault::near("saving", "nobody is asked (17.30)"));
                    };
                    let subject = open.fight.fighters[seat.index() % MAX_SEATS];
                    Frame::Window(Window::waiting(Moment::Losing, subject, about, round))
                }
            };
            open.frames.push(frame);
        }
        for seat in Seat::all(self.seats) {
            let points: u32 = game.row(score(seat)).map(|face| u32::from(face.card().value)).sum();
            game.open.scores[seat.index()] = points as u16;
        }
        self.check(&game)?;
        Ok(game)
    }

    /// What a card does, as a frame.
    fn act(&self, text: &Text) -> Result<Act, Fault> {
        let fault = |what: &str| Fault::near("doing", what.to_owned());
        if text.card == Face::HIDDEN {
            return Err(fault("a position must name every card"));
        }
        let slug = text.card.to_string();
        let face = self.pack.named(&slug).map_err(|what| Fault::near(slug, what))?;
        let mut act = Act::new(face.number(), text.text, text.by, text.me.unwrap_or(Tag::NONE), NO_FRAME);
        if text.chosen.len() > act.picks.len() {
            return Err(fault("no card lets that much be chosen (16.4)"));
        }
        for (pick, chosen) in act.picks.iter_mut().zip(&text.chosen) {
            *pick = read_aim(self.pack, chosen).map_err(|what| Fault::near(chosen.clone(), what))?;
        }
        act.n = text.target.map_or(0, |seat| i16::from(seat.0));
        let script = &face.card().script;
        Ok(match (script.op(text.text, text.at), text.choosing) {
            (Op::Choose(n, ..) | Op::Target(n, _), Some(asked)) if n == asked => {
                act.at_point(text.at, Some(n))
            }
            (_, Some(_)) => return Err(fault("nothing is chosen at this point of the card (16.4)")),
            (Op::May(_), None) => act.at_point(text.at, Some(0)).asking_whether(),
            (_, None) => act.at_point(text.at, None),
        })
    }

    fn lay_cards(&self, laying: &mut Laying) -> Result<(), Fault> {
        for seat in Seat::all(self.seats) {
            let n = seat.index();
            let text = |rows: &[String]| rows.get(n).cloned().unwrap_or_default();
            let filler = || format!("{}*{FILLERS}", FILLER[laying.game.open.sides[n] as usize]);
            let out = self.out.has(seat);
            let deck_text = self
                .decks
                .as_ref()
                .map_or_else(|| if out { String::new() } else { filler() }, |decks| text(decks));
            for (place, text, near) in [
                (hand(seat), text(&self.hands), "hands"),
                (deck(seat), deck_text, "decks"),
                (discards(seat), text(&self.discards), "discards"),
                (score(seat), text(&self.scored), "scored"),
                (crew(seat), text(&self.agents), "agents"),
                (swingers(seat), text(&self.swingers), "swingers"),
                (bones(seat), text(&self.bones), "bones"),
            ] {
                laying.row(&text, place, Some(seat), near)?;
            }
        }
        laying.row(&self.air, AIR, Some(self.turn), "air")?;
        laying.row(&self.gone, GONE, None, "gone")?;
        // Whoever is in play without a number gets the next free one.
        let free: Vec<Id> = Seat::all(self.seats)
            .flat_map(|seat| [crew(seat), swingers(seat)])
            .flat_map(|place| laying.game.cards.row(place).collect::<Vec<_>>())
            .filter(|&id| laying.game.cards.marks(id).tag() == Tag::NONE)
            .collect();
        free.into_iter().for_each(|id| {
            laying.game.cards.enter(id);
        });
        Ok(())
    }
}

/// One card as it is written.
struct Word<'a> {
    name: &'a str,
    tag: Option<Tag>,
    owner: Option<Seat>,
    known: Option<Viewers>,
    group: Option<(u8, Viewers)>,
    times: usize,
}

fn read_word(word: &str, seats: u8) -> Result<Word<'_>, String> {
    let (rest, times) = match word.split_once('*') {
        Some((rest, n)) => match n.parse::<usize>() {
            Ok(n @ 1..=DECK) => (rest, n),
            _ => return Err(format!("'{n}' is not a number of cards")),
        },
        None => (word, 1),
    };
    let viewers = |text: &str| -> Result<Viewers, String> {
        let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let inside = inside.ok_or_else(|| format!("'{text}' does not say who knows it: write (0,1,w)"))?;
        inside.split(',').filter(|who| !who.is_empty()).try_fold(Viewers::default(), |all, who| match who {
            // Whatever those who watch know, everybody knows who could sit down.
            "w" => Ok((seats..HOUSE.0)
                .fold(all.and(Viewers::one(None)), |all, seat| all.and(Viewers::one(Some(Seat(seat)))))),
            who => match who.parse::<u8>() {
                Ok(seat) if seat < seats => Ok(all.and(Viewers::one(Some(Seat(seat))))),
                _ => Err(format!("'{who}' is nobody: write seats from 0, or w for those who watch")),
            },
        })
    };
    let (rest, group) = match rest.split_once('%') {
        Some((rest, group)) => {
            let digits = group.find('(').unwrap_or(group.len());
            let number = group[..digits].parse::<u8>().ok().filter(|n| *n > 0);
            let number = number.ok_or_else(|| format!("'{group}' is not a group: write %1(0,w)"))?;
            (rest, Some((number, viewers(&group[digits..])?)))
        }
        None => (rest, None),
    };
    let (rest, known) = match (rest.strip_suffix('!'), rest.find('(')) {
        (Some(rest), _) => (rest, Some(Viewers::ALL)),
        (None, Some(at)) => (&rest[..at], Some(viewers(&rest[at..])?)),
        _ => (rest, None),
    };
    let (rest, owner) = match rest.split_once('^') {
        Some((rest, seat)) => match seat.parse::<u8>() {
            Ok(seat) if usize::from(seat) < MAX_SEATS => (rest, Some(Seat(seat))),
            _ => return Err(format!("'{seat}' is not a seat")),
        },
        None => (rest, None),
    };
    let (name, tag) = match rest.split_once('@') {
        Some((name, tag)) => {
            (name, Some(tag.parse::<Tag>().map_err(|_| format!("'{tag}' is not a number"))?))
        }
        None => (rest, None),
    };
    Ok(Word { name, tag, owner, known, group, times })
}

/// A table on which cards are laid one by one, and counted: nobody has more than a deck (rule 2.3).
struct Laying {
    game: AustinPowers,
    owned: [usize; MAX_SEATS],
    pack: Pack,
}

impl Laying {
    fn row(&mut self, text: &str, place: Place, seat: Option<Seat>, near: &str) -> Result<(), Fault> {
        let mut ids = Vec::new();
        for word in text.split_whitespace() {
            let read = read_word(word, self.game.open.seats).map_err(|what| Fault::near(word, what))?;
            let face = self.pack.named(read.name).map_err(|what| Fault::near(read.name, what))?;
            if face == Face::HIDDEN {
                return Err(Fault::near(near, "a position must name every card"));
            }
            self.lies_right(face, place, near)?;
            let Some(owner) = read.owner.or(seat).filter(|seat| seat.0 < self.game.open.seats) else {
                return Err(Fault::near(word, "say whose card it is: ^0 is the first seat's (15.2)"));
            };
            for _ in 0..read.times {
                self.owned[owner.index()] += 1;
                if self.owned[owner.index()] > DECK {
                    return Err(Fault::near(near, format!("seat {owner} has more than {DECK} cards (2.3)")));
                }
                ids.push((face, owner, read.tag, read.known, read.group));
                // Only one card goes by a number.
                if read.tag.is_some() && read.times > 1 {
                    return Err(Fault::near(word, "two cards cannot go by one number (3.3)"));
                }
            }
        }
        let from_top = Seat::all(self.game.open.seats).any(|seat| place == deck(seat));
        if from_top {
            ids.reverse();
        }
        for (face, owner, tag, known, group) in ids {
            let cards = &mut self.game.cards;
            let id = cards.bring(face.number(), owner, place);
            if let Some(tag) = tag
                && !cards.enter_as(id, tag)
            {
                return Err(Fault::near(near, format!("number {tag} is taken, or too high (3.3)")));
            }
            let known = known.unwrap_or_else(|| usual(place, self.game.open.seats));
            let (group, seen) = group.unwrap_or_default();
            if [known, seen].into_iter().any(|who| who.has(None) && !is_everybody(who)) {
                return Err(Fault::near(near, "what those who watch have seen, everybody has seen (3.3)"));
            }
            if group != 0 && is_everybody(known) {
                return Err(Fault::near(
                    near,
                    format!("everybody knows this {face}: it is in no group (11.4)"),
                ));
            }
            cards.let_know(id, known, seen, group);
        }
        Ok(())
    }

    /// Can a card of this kind lie there?
    fn lies_right(&self, face: Face, place: Place, near: &str) -> Result<(), Fault> {
        let card = face.card();
        let (fits, what) = match near {
            "agents" => (card.kind == Kind::Agent, "only Agents are active (5.1)"),
            "swingers" => {
                (card.kind == Kind::Swinger && card.stays, "only Swingers that stay lie on the table (8.4)")
            }
            "bones" => (card.kind == Kind::Bone, "only Bones lie on a fighting Agent (6.8)"),
            "scored" => (card.kind != Kind::Swinger, "Swingers do not score (8.7)"),
            "air" => (
                matches!(card.kind, Kind::Swinger | Kind::Happening),
                "only Swingers and Happenings are used (8.1, 9.1)",
            ),
            _ => (place.0 < Cards::places().count() as u8, "there is no such place"),
        };
        if fits { Ok(()) } else { Err(Fault::near(face.to_string(), what)) }
    }
}
