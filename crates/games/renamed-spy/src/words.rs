//! How the game is put to people: questions, menus, log lines, and the table in plain text.

use std::fmt::Write as _;

use lair::{Captive, Letter, Window, points, worth};
use table::words::{Ink, capital, count};
use table::{Brush, Names, Prompt, Rule, Seat, Shape, Words};

use crate::act::{Action, Event};
use crate::cards::{COPIES, Face, Hand, Kind, Lairs};
use crate::state::{Phase, Reason, RenamedSpy};
use crate::view::View;

/// A card with what matters about it: `Pip Marlow (2)`, `Heated Moat (2)`, `Doubler A`, `a Bomb`.
fn card(face: Face) -> String {
    match face.kind() {
        _ if face == Face::HIDDEN => "a hidden card".into(),
        Kind::Doubler => format!("Doubler {}", face.title()),
        Kind::Bomb => "a Bomb".into(),
        Kind::Spy | Kind::Lair => format!("{} ({})", face.title(), face.value()),
    }
}

/// Cards in a row, those alike counted: `2 x Pip Marlow (2), a Bomb`.
fn cards(faces: &[Face]) -> String {
    let mut rows: Vec<(Face, usize)> = Vec::new();
    for &face in faces {
        match rows.last_mut() {
            Some((last, n)) if *last == face => *n += 1,
            _ => rows.push((face, 1)),
        }
    }
    let words =
        rows.into_iter().map(|(face, n)| if n == 1 { card(face) } else { format!("{n} x {}", card(face)) });
    words.collect::<Vec<_>>().join(", ")
}

fn back(purple: bool) -> &'static str {
    if purple { "purple" } else { "blue" }
}

/// Where something goes that `by` sends: `your own Lair`, `your Lair`, `their own Lair`, `Bo's Lair`.
fn lair_of(n: &Names, seat: Seat, by: Seat) -> String {
    if seat == by { format!("{} own Lair", n.their(seat)) } else { format!("{} Lair", n.whose(seat)) }
}

/// How large a Lair looks, for somebody who wants to send something there.
fn look_of(v: &View, seat: Seat) -> String {
    match v.size(seat) {
        _ if seat.0 >= v.seats || !v.has_lair(seat) => "nothing there".into(),
        Some(size) => format!("size {size}"),
        None if v.up[seat].is_empty() => format!("{} face down", v.down[seat]),
        None => format!("{} and {} face down", v.up[seat].value(), v.down[seat]),
    }
}

impl Words for RenamedSpy {
    fn prompt(v: &View, n: &Names) -> Prompt {
        let asked = v.status().asked().iter().next();
        let mine = asked.is_some() && asked == v.who;
        let other =
            |what: &str| asked.map_or("The game is over.".into(), |s| format!("{} {what}.", n.who(s)));
        let (shape, rule, words, source) = match v.phase {
            Phase::Lay => {
                let words = if mine {
                    "Your turn: do you lay a Lair card?".into()
                } else {
                    other("may lay a Lair card")
                };
                (Shape::Act, Rule(3, 1), words, None)
            }
            Phase::Aim => {
                let words = if mine {
                    "Do you send a Spy or a Bomb, and into which Lair?".into()
                } else {
                    other("may send a Spy or a Bomb")
                };
                (Shape::Act, Rule(4, 1), words, None)
            }
            Phase::Choose { at } => {
                let words = if mine {
                    format!("What do you send into {} ({})?", lair_of(n, at, v.turn), look_of(v, at))
                } else {
                    other(&format!("sends something into {}", lair_of(n, at, v.turn)))
                };
                (Shape::Act, Rule(4, 3), words, None)
            }
            Phase::Team { at, picked } => {
                let words = if mine {
                    format!(
                        "Your team against {}: {} so far, needs more than {}. Who joins?",
                        lair_of(n, at, v.turn),
                        picked.value(),
                        v.hurdle(at)
                    )
                } else {
                    other(&format!("picks a team against {}", lair_of(n, at, v.turn)))
                };
                // Others do not know how many of the purple cards are Bombs.
                let most = if mine { v.hand.spies().len() as u8 } else { v.backs[v.turn].spies };
                (Shape::Pick { min: 2, max: most.max(2) }, Rule(5, 6), words, None)
            }
            Phase::Captive(Captive { spy, letters, .. }) => {
                let value = points(worth(spy.value(), letters));
                let words = if mine {
                    format!("{} is yours, worth {value} now. Kill, or taunt for double?", card(spy))
                } else {
                    other(&format!("decides the fate of {}, worth {value} now", spy.title()))
                };
                (Shape::Act, if letters.is_empty() { Rule(6, 1) } else { Rule(6, 4) }, words, Some(spy))
            }
            Phase::Foil(Window { captor, spy, letters, letter, .. }) => {
                let words = if mine {
                    format!(
                        "{} {} with {letter}, for {}. Do you foil it?",
                        n.does(captor, "taunt", "taunts"),
                        spy.title(),
                        points(worth(spy.value(), letters))
                    )
                } else {
                    other("may foil the taunt")
                };
                (Shape::YesNo, Rule(7, 2), words, Some(Face::doubler(letter)))
            }
            Phase::Over { .. } => (Shape::Act, Rule(8, 6), "The game is over.".to_owned(), None),
        };
        Prompt { shape, rule, words, source: source.map(|face| face.slug().to_owned()) }
    }

    fn action(v: &View, act: Action, n: &Names) -> String {
        match act {
            Action::Pass if v.phase == Phase::Lay => "Lay nothing".into(),
            Action::Pass => "Send nothing and end the turn".into(),
            Action::Lay { card: c } => format!("Lay {}", card(c)),
            Action::Into { seat } if seat.0 >= v.seats => {
                format!("Into the Lair of seat {}", u16::from(seat.0) + 1)
            }
            Action::Into { seat } => format!("Into {} ({})", lair_of(n, seat, v.turn), look_of(v, seat)),
            Action::Play { card: c } => {
                let known = if let Phase::Choose { at } = v.phase { v.size(at) } else { None };
                // What will come of it, if the size of the Lair is no secret.
                let then = match known {
                    _ if c == Face::BOMB => ": blows it up",
                    Some(size) if c.is_spy() && u32::from(c.value()) <= size => ": will be caught",
                    Some(_) if c.is_spy() => ": blows it up",
                    _ => "",
                };
                format!("Send {}{then}", card(c))
            }
            Action::PlayFrom { seat } => {
                let purple = v.backs.0.get(seat.index()).map_or(0, |b| b.spies);
                match purple {
                    0 => format!("Send unseen from {} hand", n.whose(seat)),
                    _ => format!("Send unseen from {} hand ({purple} purple)", n.whose(seat)),
                }
            }
            Action::PlayDeck => "Send unseen from the deck".into(),
            Action::Team => "Send a team of your Spies".into(),
            Action::Add { spy } => format!("Add {}", card(spy)),
            Action::Send => match v.phase {
                Phase::Team { picked, .. } => format!("Send the team: {} in total", picked.value()),
                _ => "Send the team".into(),
            },
            Action::Kill => match v.phase {
                Phase::Captive(Captive { spy, letters, .. }) => {
                    format!("Kill {} for {}", spy.title(), points(worth(spy.value(), letters)))
                }
                _ => "Kill the captive".into(),
            },
            Action::Taunt { letter } => {
                let mine = v.hand.count(Face::doubler(letter));
                let safe =
                    if mine > 0 && v.seen(letter) + mine == COPIES { " (nobody else has it)" } else { "" };
                let spy = v.phase.captive().map_or("the captive", Face::title);
                format!("Taunt {spy} with {letter}{safe}")
            }
            Action::Foil { letter } => format!("Foil it with your {letter}"),
            Action::Decline => "Let the taunt stand".into(),
        }
    }

    fn rule_of(_: &View, act: Action) -> Rule {
        act.rule()
    }

    fn event(e: &Event, n: &Names) -> String {
        match e {
            Event::Deals { seat, first } => {
                format!("{}, {} first.", n.does(*seat, "deal", "deals"), {
                    if n.is_me(*first) { "you go".to_owned() } else { format!("{} goes", n.name(*first)) }
                })
            }
            Event::Turn { seat } => format!("-- {} turn --", capital(&n.whose(*seat))),
            Event::Drew { seat, purple } => {
                format!("{} a {} card.", n.does(*seat, "draw", "draws"), back(*purple))
            }
            Event::DrewCard { card: c, .. } => format!("It is {}.", card(*c)),
            Event::Top { purple: Some(purple) } => format!("The deck has a {} card on top.", back(*purple)),
            Event::Top { purple: None } => "The deck is empty.".into(),
            Event::NoLair { seat } => format!("{} no Lair card.", n.does(*seat, "lay", "lays")),
            Event::NoPlay { seat } => format!("{} nothing.", n.does(*seat, "send", "sends")),
            Event::Idle { seat } => format!(
                "{} no blue card, and there is no Lair to send anything into: nothing to do this turn.",
                n.does(*seat, "hold", "holds")
            ),
            Event::Laid { seat } => format!("{} a Lair card face down.", n.does(*seat, "lay", "lays")),
            Event::Aimed { seat, at } => {
                format!("{} at {}.", n.does(*seat, "aim", "aims"), lair_of(n, *at, *seat))
            }
            Event::Blind { seat, from: Some(from) } => {
                format!("{} a purple card out of {} hand.", n.does(*seat, "pull", "pulls"), n.whose(*from))
            }
            Event::Blind { seat, from: None } => {
                format!("{} the top card of the deck.", n.does(*seat, "send", "sends"))
            }
            Event::Sent { seat, from, card: c, at } if *from == Some(*seat) => {
                format!("{} {} into {}.", n.does(*seat, "send", "sends"), card(*c), lair_of(n, *at, *seat))
            }
            Event::Sent { card: c, at, .. } => {
                format!("It is {}, on its way into {} Lair.", card(*c), n.whose(*at))
            }
            Event::Gathers { seat } => format!("{} a team.", n.does(*seat, "gather", "gathers")),
            Event::Picked { seat, picks } => {
                format!("{} Spy number {picks} for the team.", n.does(*seat, "pick", "picks"))
            }
            Event::SentTeam { seat, team, value, at } => format!(
                "{} a team of {value} into {}: {}.",
                n.does(*seat, "send", "sends"),
                lair_of(n, *at, *seat),
                cards(team)
            ),
            Event::TurnedUp { seat, cards: c, size } => {
                format!("{} Lair is turned up: {}. Its size is {size}.", capital(&n.whose(*seat)), cards(c))
            }
            Event::BlownUp { seat, cards: c } => {
                format!("{} Lair blows up. Lost: {}.", capital(&n.whose(*seat)), cards(c))
            }
            Event::Captured { seat, spy } => {
                format!("{} {}.", n.does(*seat, "capture", "captures"), spy.title())
            }
            Event::Taunted { seat, spy, letter, worth } => format!(
                "{} with {letter}: \"{}\" ({} if it stands)",
                n.does(*seat, "taunt", "taunts"),
                Face::doubler(*letter).speech(*spy),
                points(*worth)
            ),
            Event::Declined { seat } => format!("{} it stand.", n.does(*seat, "let", "lets")),
            Event::Foiled { seat, letter } => {
                format!("{} it with another {letter}!", n.does(*seat, "foil", "foils"))
            }
            Event::Escaped { spies } => match spies[..] {
                [spy] => format!("{} escapes to the discard pile.", spy.title()),
                _ => "The team escapes to the discard pile.".into(),
            },
            Event::Scored { seat, spy, points: p, score } => format!(
                "Bang. {} {} for {} and now {} {score}.",
                n.does(*seat, "kill", "kills"),
                spy.title(),
                points(*p),
                if n.is_me(*seat) { "have" } else { "has" }
            ),
            Event::Over { winners, reason } => {
                let why = match reason {
                    Reason::ThirtyThree => "33 points reached",
                    Reason::LastSpy => "All Spies are gone",
                    Reason::NoPlay => "Nothing is left to play",
                    Reason::QuietRound => "The deck is empty and nobody played a card for a whole round",
                };
                format!("{why}: the game is over, {}.", n.win(winners))
            }
        }
    }

    fn typed(text: &str) -> Result<Action, String> {
        Ok(match text.parse()? {
            Action::Into { seat } => Action::Into { seat: Seat::counted_from_one(seat.0)? },
            Action::PlayFrom { seat } => Action::PlayFrom { seat: Seat::counted_from_one(seat.0)? },
            act => act,
        })
    }

    fn draw(v: &View, n: &Names, b: Brush) -> String {
        table(v, &[], n, b)
    }

    fn draw_open(spectator: &View, open: &[View], n: &Names, b: Brush) -> String {
        table(spectator, open, n, b)
    }
}

/// The table in text; with all hands and face-down cards, if there is every seat's own view.
fn table(v: &View, open: &[View], n: &Names, b: Brush) -> String {
    let mut out = String::new();
    let line = |out: &mut String, text: &str| {
        let _ = writeln!(out, "{}", b.wrap(text, 2));
    };
    let deck = match v.top_is_purple {
        None => "the deck is empty".to_owned(),
        Some(purple) => format!("deck {} ({} on top)", v.deck, back(purple)),
    };
    out += &b.heading("Totally Renamed Spy Game", &format!("turn {}, {deck}", v.turns));
    let first = v.who.unwrap_or(Seat(0));
    for seat in std::iter::once(first).chain(v.others(first)) {
        draw_seat(&mut out, v, open.get(seat.index()), n, b, seat);
    }
    out += &b.rule();
    let (mut gone, mut letters) = (v.gone, String::new());
    for letter in Letter::all() {
        let seen = v.seen(letter);
        if seen > 0 {
            let _ = write!(letters, "{}{letter} {seen}/{COPIES}", if letters.is_empty() { "" } else { ", " });
        }
        (0..gone.count(Face::doubler(letter))).for_each(|_| gone.remove(Face::doubler(letter)));
    }
    let gone: Vec<Face> = gone.cards().collect();
    if !gone.is_empty() {
        line(&mut out, &format!("Discarded: {}", cards(&gone)));
    }
    if !letters.is_empty() {
        line(&mut out, &format!("Doublers everybody has seen: {letters}"));
    }
    let left = v.stock.spies().len() - v.gone.spies().len();
    line(&mut out, &format!("Spies still in play: {left}"));
    if v.who.is_some() {
        draw_hand(&mut out, v.hand, b);
    }
    out
}

fn row(faces: Vec<Face>, b: Brush, ink: Ink) -> String {
    if faces.is_empty() { b.paint(Ink::Faint, "none") } else { b.paint(ink, cards(&faces)) }
}

/// One seat; with its hand and its face-down cards, if there is its own view.
fn draw_seat(out: &mut String, v: &View, own: Option<&View>, n: &Names, b: Brush, seat: Seat) {
    let asked = v.status().asks(seat);
    let mark = if asked { ">" } else { " " };
    let backs = v.backs[seat];
    let hand = format!("{} purple, {} blue", backs.spies, backs.others);
    let turn = if v.turn == seat { "  (turn)" } else { "" };
    let name = if n.is_me(seat) { "You" } else { n.name(seat) };
    let head = format!("{mark} {name:<10} {:>3} points   hand: {hand}{turn}", v.scores[seat]);
    let _ = writeln!(out, "{}", if asked { b.paint(Ink::Strong, head) } else { head });
    let up: Vec<Face> = v.up[seat].each().collect();
    let mut parts = Vec::new();
    if !up.is_empty() {
        parts.push(b.paint(Ink::Blue, cards(&up)));
    }
    let mine: Lairs =
        if v.who == Some(seat) { v.my_down } else { own.map_or(Lairs::default(), |own| own.my_down) };
    if !mine.is_empty() {
        let down: Vec<Face> = mine.each().collect();
        parts.push(format!("[{}] face down", cards(&down)));
    } else if v.down[seat] > 0 {
        parts.push(count(v.down[seat], "card face down", "cards face down"));
    }
    let lair = match v.size(seat) {
        _ if parts.is_empty() => b.paint(Ink::Faint, "no Lair yet"),
        Some(size) => format!("Lair {size}: {}", parts.join(" and ")),
        None => format!("Lair: {}", parts.join(" and ")),
    };
    let _ = writeln!(out, "{}", b.wrap(&format!("{}{lair}", " ".repeat(6)), 8));
    if let Some(own) = own {
        let hand: Vec<Face> = own.hand.cards().collect();
        let hand = if hand.is_empty() { "empty".to_owned() } else { cards(&hand) };
        let _ = writeln!(out, "{}", b.wrap(&format!("{}Hand: {hand}", " ".repeat(6)), 8));
    }
}

fn draw_hand(out: &mut String, hand: Hand, b: Brush) {
    let of = |kinds: &[Kind]| hand.cards().filter(|f| kinds.contains(&f.kind())).collect::<Vec<_>>();
    let letters: Vec<&str> = of(&[Kind::Doubler]).into_iter().map(Face::title).collect();
    let doublers = if letters.is_empty() {
        row(Vec::new(), b, Ink::Faint)
    } else {
        b.paint(Ink::Magenta, letters.join(" "))
    };
    let _ = writeln!(out, "{}", b.paint(Ink::Strong, "Your hand"));
    let rows = [
        ("Purple", row(of(&[Kind::Spy, Kind::Bomb]), b, Ink::Red)),
        ("Lairs", row(of(&[Kind::Lair]), b, Ink::Blue)),
        ("Doublers", doublers),
    ];
    for (label, text) in rows {
        let _ = writeln!(out, "{}", b.wrap(&format!("  {label:<9} {text}"), 12));
    }
}
