//! How the game is put to people: questions, menus, log lines, and the table in plain text.

use std::fmt::Write as _;

use lair::{Captive, Letter, Window, points};
use table::words::{Ink, capital, count, visible};
use table::{Brush, Names, Prompt, Rule, Seat, Shape, Words};

use crate::act::{Action, Event, How, Target};
use crate::cards::{Face, Kind, SPIES};
use crate::state::{MisterSpy, Phase, worth};
use crate::view::View;

/// A card with what matters about it: `Jillian Styles (5)`, `Moon Base (4)`, `Taunt A`.
fn card(face: Face) -> String {
    match face {
        Face::HIDDEN => "a hidden card".into(),
        face if face.kind() == Kind::Taunt => format!("Taunt {}", face.title()),
        face => format!("{} ({})", face.title(), face.value()),
    }
}

/// A face-down card by its place in a Lair.
fn place(n: u8) -> String {
    const PLACES: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    match PLACES.get(usize::from(n)) {
        Some(nth) => format!("{nth} face-down card"),
        None => format!("face-down card number {}", u16::from(n) + 1),
    }
}

impl Words for MisterSpy {
    fn prompt(v: &View, n: &Names) -> Prompt {
        let asked = v.status().asked().iter().next();
        let mine = asked.is_some() && asked == v.who;
        let other =
            |what: &str| asked.map_or("The game is over.".into(), |s| format!("{} {what}.", n.who(s)));
        let named = |spy: Face| if spy == Face::HIDDEN { "a stolen Spy".to_owned() } else { card(spy) };
        let (shape, rule, words, source) = match v.phase {
            Phase::Act if mine => (Shape::Act, Rule(2, 2), "Your turn: what will you do?".to_owned(), None),
            Phase::Act => (Shape::Act, Rule(2, 2), other("decides what to do"), None),
            Phase::Stolen { spy, from } => {
                let source = from.map_or("the deck".into(), |s| n.whom(s).to_owned());
                let words = if mine {
                    format!("You stole {} from {source}: keep or play?", named(spy))
                } else {
                    other("decides what to do with a stolen Spy")
                };
                (Shape::Act, Rule(8, 3), words, Some(spy))
            }
            Phase::TurnUp { spy } => {
                let words = if mine {
                    format!(
                        "Your Lair is still too small for {}: which Secret Lair do you turn up?",
                        card(spy)
                    )
                } else {
                    other("turns up Secret Lairs")
                };
                (Shape::Pick { min: 1, max: 1 }, Rule(4, 3), words, Some(spy))
            }
            Phase::Aim { spy, .. } => {
                let words = if mine {
                    format!("Which Lair card do you send {} at?", card(spy))
                } else {
                    other("picks a target for the Double Agent")
                };
                (Shape::Pick { min: 1, max: 1 }, Rule(7, 2), words, Some(spy))
            }
            Phase::Captive(Captive { spy, letters, .. }) => {
                let value = points(worth(spy, letters));
                let words = if mine {
                    format!("{} is yours, worth {value} now. Kill, or taunt for double?", card(spy))
                } else {
                    other("decides the fate of the captive")
                };
                (Shape::Act, if letters.is_empty() { Rule(5, 1) } else { Rule(5, 4) }, words, Some(spy))
            }
            Phase::Foil(Window { captor, spy, letters, letter, .. }) => {
                let words = if mine {
                    format!(
                        "{} {} with {}, for {}. Do you foil it?",
                        n.does(captor, "taunt", "taunts"),
                        spy.title(),
                        letter,
                        points(worth(spy, letters))
                    )
                } else {
                    other("may foil the Taunt")
                };
                (Shape::YesNo, Rule(6, 2), words, Some(Face::taunt(letter)))
            }
            Phase::Over { .. } => (Shape::Act, Rule(9, 4), "The game is over.".to_owned(), None),
        };
        let source = source.filter(|&f| f != Face::HIDDEN).map(|f| f.slug().to_owned());
        Prompt { shape, rule, words, source }
    }

    fn action(v: &View, act: Action, n: &Names) -> String {
        match act {
            Action::Pass => "Pass".into(),
            Action::Lay { card: c } if c != Face::HIDDEN && c.kind() == Kind::Taunt => {
                format!("Lay {} as a Deathtrap", card(c))
            }
            Action::Lay { card: c } => format!("Lay {}", card(c)),
            Action::Play { spy } => format!("Lure {} home", card(spy)),
            Action::Turn { place: at } => {
                let mine = v.who.and_then(|me| v.down.of(me).get(usize::from(at)));
                format!("Turn up {}", card(mine.copied().unwrap_or(Face::HIDDEN)))
            }
            Action::Agent { spy } => format!("Send Double Agent {}", card(spy)),
            Action::Take { seat, target } => {
                let what = match target {
                    Target::Up(lair) => card(lair),
                    Target::Down(at) => place(at),
                };
                format!("Send the Spy at {} {what}", n.whose(seat))
            }
            Action::Steal { from } => {
                let spies = v.backs.0.get(from.index()).map_or(0, |b| b.spies);
                match spies {
                    0 => format!("Steal a Spy from {}", n.whom(from)),
                    1 => format!("Steal {} only Spy", n.whose(from)),
                    _ => format!("Steal one of {} {spies} Spies", n.whose(from)),
                }
            }
            Action::StealDeck => "Steal the Spy on top of the deck".into(),
            Action::Keep => "Keep the Spy".into(),
            Action::Kill => match v.phase {
                Phase::Captive(Captive { spy, letters, .. }) => {
                    format!("Kill {} for {}", spy.title(), points(worth(spy, letters)))
                }
                _ => "Kill the captive".into(),
            },
            Action::Taunt { letter } => {
                let safe = match v.heard(letter) {
                    0 if v.hand.cards().filter(|&c| c == Face::taunt(letter)).count() == 2 => {
                        " (you hold both)"
                    }
                    0 => "",
                    _ => " (the twin is gone)",
                };
                let spy = v.phase.in_the_air().map_or("the captive", Face::title);
                format!("Taunt {spy} with {letter}{safe}")
            }
            Action::Foil { letter } => format!("Foil it with your {}", card(Face::taunt(letter))),
            Action::Decline => "Let the Taunt stand".into(),
        }
    }

    fn rule_of(view: &View, act: Action) -> Rule {
        match (view.phase, act) {
            // A stolen Spy is played by the rule of the theft.
            (Phase::Stolen { .. }, Action::Play { .. } | Action::Agent { .. }) => Rule(8, 3),
            _ => act.rule(),
        }
    }

    fn typed(text: &str) -> Result<Action, String> {
        Ok(match text.parse()? {
            Action::Take { seat, target } => Action::Take { seat: Seat::counted_from_one(seat.0)?, target },
            Action::Steal { from } => Action::Steal { from: Seat::counted_from_one(from.0)? },
            act => act,
        })
    }

    fn event(e: &Event, n: &Names) -> String {
        match e {
            Event::Deals { seat } => format!("{} first.", n.does(*seat, "deal and go", "deals and goes")),
            Event::Turn { seat } => format!("-- {} turn --", capital(&n.whose(*seat))),
            Event::Drew { seat, spy } => {
                let what = if *spy { "a Spy" } else { "a card that is not a Spy" };
                format!("{} {what}.", n.does(*seat, "draw", "draws"))
            }
            Event::DrewCard { card: c, .. } => format!("It is {}.", card(*c)),
            Event::Top { spy: Some(true) } => "The deck has a Spy on top.".into(),
            Event::Top { spy: Some(false) } => "The deck has no Spy on top.".into(),
            Event::Top { spy: None } => "The deck is empty: this is the last turn.".into(),
            Event::Passed { seat } => format!("{}.", n.does(*seat, "pass", "passes")),
            Event::Laid { seat } => format!("{} a card face down.", n.does(*seat, "lay", "lays")),
            Event::Played { seat, spy } => {
                format!("{} {} into {} own Lair.", n.does(*seat, "play", "plays"), card(*spy), n.their(*seat))
            }
            Event::TurnedUp { seat, place, card: c } => {
                format!("{} {} is turned up: {}.", capital(&n.whose(*seat)), self::place(*place), card(*c))
            }
            Event::Captured { seat, spy } => {
                format!("{} {}.", n.does(*seat, "capture", "captures"), spy.title())
            }
            Event::Taunted { seat, spy, letter, worth } => format!(
                "{} with {}: \"{}\" ({} if it stands)",
                n.does(*seat, "taunt", "taunts"),
                letter,
                Face::taunt(*letter).speech(*spy),
                points(*worth)
            ),
            Event::Declined { seat } => format!("{} it stand.", n.does(*seat, "let", "lets")),
            Event::Foiled { seat, letter } => {
                format!("{} it with the other {letter}!", n.does(*seat, "foil", "foils"))
            }
            Event::Escaped { spy } => format!("{} escapes to the discard pile.", spy.title()),
            Event::Scored { seat, spy, points: p, how, score } => {
                let how = match how {
                    How::Killed => format!("{} {}", n.does(*seat, "kill", "kills"), spy.title()),
                    How::Henchman => {
                        format!("{} {} as a henchman", n.does(*seat, "keep", "keeps"), spy.title())
                    }
                    How::Deathtrap => {
                        format!("A Deathtrap! {} {}", n.does(*seat, "score", "scores"), spy.title())
                    }
                };
                format!(
                    "{how} for {} and now {} {score}.",
                    points(*p),
                    if n.is_me(*seat) { "have" } else { "has" }
                )
            }
            Event::Agent { seat, spy } => {
                format!("{} {} as a Double Agent.", n.does(*seat, "send", "sends"), card(*spy))
            }
            Event::Sent { at, target, .. } => match target {
                Target::Up(lair) => format!("The target is {} {}.", n.whose(*at), card(*lair)),
                Target::Down(p) => format!("The target is {} {}.", n.whose(*at), place(*p)),
            },
            Event::Taken { seat, from, lair } => {
                format!("{} {} from {}.", n.does(*seat, "take", "takes"), card(*lair), n.whom(*from))
            }
            Event::Stole { seat, from: Some(from) } => {
                format!("{} a Spy from {}.", n.does(*seat, "steal", "steals"), n.whom(*from))
            }
            Event::Stole { seat, from: None } => {
                format!("{} the Spy on top of the deck.", n.does(*seat, "steal", "steals"))
            }
            Event::StoleSpy { spy, .. } => format!("It is {}.", card(*spy)),
            Event::Kept { seat } => format!("{} the Spy.", n.does(*seat, "keep", "keeps")),
            Event::Over { winners, deck_out } => {
                let why = if *deck_out { "The deck is empty" } else { "33 points reached" };
                format!("{why}: the game is over, {}.", n.win(winners))
            }
        }
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
    let line = |out: &mut String, text: &str, indent| {
        let _ = writeln!(out, "{}", b.wrap(text, indent));
    };
    let deck = match v.top_is_spy {
        None => "the deck is empty".to_owned(),
        Some(spy) => format!("deck {} ({} on top)", v.deck, if spy { "a Spy" } else { "no Spy" }),
    };
    out += &b.heading("Before I Kill You, Mister Spy", &format!("turn {}, {deck}", v.turns));
    let first = v.who.unwrap_or(Seat(0));
    for seat in std::iter::once(first).chain(v.others(first)) {
        draw_seat(&mut out, v, open.get(seat.index()), n, b, seat);
    }
    out += &b.rule();
    let mut discard: Vec<String> = v.discarded().map(card).collect();
    for letter in Letter::all() {
        let times = usize::from(v.gone[letter.index()]);
        discard.extend(std::iter::repeat_n(format!("Taunt {letter}"), times));
    }
    if !discard.is_empty() {
        line(&mut out, &format!("Discarded: {}", discard.join(", ")), 2);
    }
    let heard: Vec<String> = Letter::all()
        .filter(|&l| v.heard(l) > 0)
        .map(|l| if v.heard(l) == 2 { format!("{l} (both)") } else { l.to_string() })
        .collect();
    if !heard.is_empty() {
        line(&mut out, &format!("Letters everybody has seen: {}", heard.join(", ")), 2);
    }
    let known = v.remembered();
    for (spy, may) in (0..SPIES as u8).map(Face).zip(known) {
        let who: Vec<&str> = may.iter().map(|seat| n.name(seat)).collect();
        if !who.is_empty() {
            line(&mut out, &format!("You know that {} holds {}.", who.join(" or "), card(spy)), 2);
        }
    }
    if v.who.is_some() {
        draw_hand(&mut out, v, b);
    }
    out
}

/// One seat; with its hand and its face-down cards, if there is its own view.
fn draw_seat(out: &mut String, v: &View, own: Option<&View>, n: &Names, b: Brush, seat: Seat) {
    let asked = v.status().asks(seat);
    let mark = if asked { ">" } else { " " };
    let backs = v.backs[seat];
    let hand = format!("{}, {}", count(backs.spies, "Spy", "Spies"), count(backs.others, "other", "others"));
    let turn = if v.turn == seat { "  (turn)" } else { "" };
    let name = if n.is_me(seat) { "You" } else { n.name(seat) };
    let head = format!("{mark} {name:<10} {:>3} points   hand: {hand}{turn}", v.scores[seat]);
    let _ = writeln!(out, "{}", if asked { b.paint(Ink::Strong, head) } else { head });
    let mut cards: Vec<String> = v.up[seat].each().map(|f| b.paint(Ink::Blue, card(f))).collect();
    for (i, &face) in own.unwrap_or(v).down.of(seat).iter().enumerate() {
        cards.push(match face {
            Face::HIDDEN => format!("[#{i}]"),
            face if face.is_lair() => format!("[#{i} {}]", card(face)),
            face => format!("[#{i} Deathtrap {}]", face.title()),
        });
    }
    let lair = match cards.is_empty() {
        true => b.paint(Ink::Faint, "no Lair yet"),
        false => format!("Lair {}: {}", v.size(seat), cards.join(", ")),
    };
    let _ = writeln!(out, "{}", b.wrap(&format!("{}{lair}", " ".repeat(6)), 8));
    if let Some(own) = own {
        let hand: Vec<String> = own.hand.cards().map(card).collect();
        let hand = if hand.is_empty() { "empty".to_owned() } else { hand.join(", ") };
        let _ = writeln!(out, "{}", b.wrap(&format!("{}Hand: {hand}", " ".repeat(6)), 8));
    }
    let pile: Vec<String> = v
        .pile(seat)
        .map(|(spy, letters)| match letters.is_empty() {
            true => format!("{} {}", spy.title(), worth(spy, letters)),
            false => format!("{} {} (heard {letters})", spy.title(), worth(spy, letters)),
        })
        .collect();
    if !pile.is_empty() {
        let _ = writeln!(out, "{}", b.wrap(&format!("{}Scored: {}", " ".repeat(6), pile.join(", ")), 8));
    }
}

fn draw_hand(out: &mut String, v: &View, b: Brush) {
    let mut rows: [Vec<String>; 3] = Default::default();
    for face in v.hand.cards() {
        match face.kind() {
            Kind::Spy => rows[0].push(b.paint(Ink::Red, card(face))),
            Kind::Lair => rows[1].push(b.paint(Ink::Blue, card(face))),
            Kind::Taunt => rows[2].push(b.paint(Ink::Magenta, face.title())),
        }
    }
    let _ = writeln!(out, "{}", b.paint(Ink::Strong, "Your hand"));
    for (label, row) in ["Spies", "Lairs", "Taunts"].iter().zip(rows) {
        let text = if row.is_empty() { b.paint(Ink::Faint, "none") } else { row.join(", ") };
        debug_assert!(visible(label) <= 6);
        let _ = writeln!(out, "{}", b.wrap(&format!("  {label:<7} {text}"), 10));
    }
}
