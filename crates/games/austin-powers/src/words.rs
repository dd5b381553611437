//! How the game is put to people: questions, menus, log lines, and the table in plain text.

use std::fmt::Write as _;

use ccg::Tag;
use ccg::words::Person;
use table::words::{Ink, capital, count};
use table::{Brush, Names, Prompt, Rule, Seat, Shape, Status, Words};

use crate::act::{Action, Event, Looked, Way};
use crate::cards::{Card, Face, Kind, Mark, Said, Standing};
use crate::judge;
use crate::look::Look;
use crate::state::{AustinPowers, Fate, Frame, GOAL, Reason, Step};
use crate::tongue::{Deed, Gift, Verb};
use crate::view::View;

/// Several things in a sentence: `a`, `a and b`, `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => "nothing".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A card as people call it: Bones are quoted.
pub fn title(face: Face) -> String {
    if face != Face::HIDDEN && face.card().kind == Kind::Bone {
        format!("\u{201c}{}\u{201d}", face.title())
    } else {
        face.title().to_owned()
    }
}

fn titles(cards: &[Face]) -> String {
    list(&cards.iter().map(|card| title(*card)).collect::<Vec<_>>())
}

fn deeds(all: &[Deed], person: Person) -> String {
    all.iter().map(|deed| deed.said(person)).collect::<Vec<_>>().join(", then ")
}

/// The clauses of a card, for people, in the order in which games count them.
pub fn clauses(card: &Card, person: Person) -> Vec<String> {
    let script = &card.script;
    let verbs = (0..script.heads().len() as u8).flat_map(|nth| script.verbs(nth));
    verbs
        .map(|verb| match verb {
            Verb::Deed(deed) => deed.said(person),
            Verb::Gift(gift) => gift.said(person),
        })
        .collect()
}

/// The two texts of a Swinger.
pub fn both_ways(card: &Card) -> Option<(String, String)> {
    let Said::Swinger { with, table, without, .. } = &card.said else { return None };
    let first = if table.is_empty() {
        capital(&deeds(with, Person::You))
    } else {
        let stands = table.iter().map(|standing| match standing {
            Standing::Always(gift) => gift.said(Person::You),
            Standing::Action { cost, does } if cost.is_empty() => {
                format!("as an action, {}", deeds(does, Person::You))
            }
            Standing::Action { cost, does } => {
                format!("as an action, {}: {}", deeds(cost, Person::You), deeds(does, Person::You))
            }
            Standing::Losing { does, .. } => format!(
                "when an Agent of yours would be discarded for losing an attack, you may discard this instead: {}",
                deeds(does, Person::You)
            ),
        });
        format!("On the table: {}", stands.collect::<Vec<_>>().join("; "))
    };
    Some((first, capital(&deeds(without, Person::You))))
}

/// What a card does, in a line.
pub fn text(card: &Card) -> String {
    match &card.said {
        Said::Agent { played, may, always, scores, lost, ship, .. } => {
            let mut parts = Vec::new();
            if !played.is_empty() {
                parts.push(format!("When played: {}.", deeds(played, Person::You)));
            }
            if !may.is_empty() {
                parts.push(format!("When played: you may {}.", deeds(may, Person::You)));
            }
            parts.extend(always.iter().map(|gift: &Gift| capital(&format!("{}.", gift.said(Person::You)))));
            if !scores.is_empty() {
                parts.push(format!("When this Agent scores: {}.", deeds(scores, Person::You)));
            }
            if !lost.is_empty() {
                parts.push(format!(
                    "When discarded for losing an Assassination: {}.",
                    deeds(lost, Person::You)
                ));
            }
            if *ship {
                parts.push("Ship Agent.".into());
            }
            parts.join(" ")
        }
        Said::Bone { played, .. } if !played.is_empty() => {
            format!("When played: {}.", deeds(played, Person::You))
        }
        Said::Bone { .. } => String::new(),
        Said::Swinger { .. } => match both_ways(card) {
            Some((with, without)) => format!("With {}: {with}. Without: {without}.", card.needs),
            None => String::new(),
        },
        Said::Happening { does, .. } => format!("{}.", capital(&deeds(does, Person::You))),
    }
}

fn agent(v: &View, tag: Tag) -> String {
    match v.tagged(tag) {
        Some((_, face)) => format!("{} ({tag})", face.title()),
        None => format!("nothing ({tag})"),
    }
}

fn whose_agent(v: &View, n: &Names, tag: Tag) -> String {
    match v.agent(tag).or_else(|| v.swinger(tag)) {
        Some((seat, face)) => format!("{} {} ({tag})", n.whose(seat), face.title()),
        None => agent(v, tag),
    }
}

fn actions(n: u8) -> String {
    match n {
        0 => "no actions".into(),
        n => count(n, "action", "actions"),
    }
}

impl Words for AustinPowers {
    fn prompt(v: &View, n: &Names) -> Prompt {
        let status = v.status();
        let mine = v.who.is_some_and(|who| status.asks(who));
        let (shape, rule, yours, theirs, source) = question(v, n);
        let words = match status {
            Status::Over => "The game is over.".to_owned(),
            _ if mine => yours,
            Status::Ask(seat) => format!("{} {theirs}.", n.who(seat)),
            Status::Race(_) => capital(&format!("{theirs}.")),
        };
        let rule = if status == Status::Over { Rule(15, 6) } else { rule };
        Prompt { shape, rule, words, source: source.map(|face| face.to_string()) }
    }

    fn action(v: &View, act: Action, n: &Names) -> String {
        let me = v.who.unwrap_or(v.open.turn);
        match act {
            Action::End => "End your turn".into(),
            Action::Play { card } if card == Face::HIDDEN => "Play an Agent".into(),
            Action::Play { card } => {
                let free = matches!(v.frame(), Some(Frame::Own(Step::Chain(..))))
                    || v.is_free(me, card)
                    || card.card().ship && !v.open.shipped;
                format!("Play {}{}", card.title(), if free { " for free" } else { "" })
            }
            Action::Attack { by, at } => {
                let kills = v.agent(by).is_some_and(|(_, face)| face.card().mark == Mark::Assassin);
                let verb = if kills { "Assassinates" } else { "Shags" };
                format!("{} {verb} {}", agent(v, by), whose_agent(v, n, at))
            }
            Action::Swing { card, .. } if card == Face::HIDDEN => "Use a Swinger".into(),
            Action::Swing { card, way } => match (both_ways(card.card()), way) {
                (Some((with, _)), Way::With) => {
                    format!("Use {} with {}: {with}", card.title(), card.card().needs)
                }
                (Some((_, without)), Way::Without) => {
                    format!("Use {} without vibes: {without}", card.title())
                }
                (None, _) => format!("Use {}", card.title()),
            },
            Action::Happen { card } if card == Face::HIDDEN => "Use a Happening".into(),
            Action::Happen { card } => {
                format!("Use {} and make the {}", card.title(), v.open.sides[me.index()].sign())
            }
            Action::Use { at } => format!("Use {}", agent(v, at)),
            Action::Bone { card } => format!("Play {}", title(card)),
            Action::Ask => "Ask: can someone throw me a Frickin' Bone here?".into(),
            Action::GiveUp => "Give up".into(),
            Action::Throw { card } => format!("Throw {}", title(card)),
            Action::Sign => format!("Make the {}", v.open.sides[v.open.turn.index()].sign()),
            Action::Still => "Keep your hands still".into(),
            Action::Pass => match v.frame() {
                Some(Frame::Own(Step::Throw)) => "Throw nothing".into(),
                Some(Frame::Own(Step::Brawl(_))) => "Drop out".into(),
                Some(Frame::Window(_)) => "Let it go".into(),
                _ => "Play no ship Agent".into(),
            },
            Action::At { at } => whose_agent(v, n, at),
            Action::Take { card } => title(card),
            Action::Player { seat } => capital(n.whom(seat)),
            Action::Yes => "Yes".into(),
            Action::No => "No".into(),
            Action::Discard { card } => format!("Discard {}", title(card)),
            Action::Done => match v.frame() {
                Some(Frame::Own(Step::Spent)) => "Discard no more".into(),
                Some(Frame::Own(Step::Cycle(_, k))) => format!("Draw {}", count(k, "card", "cards")),
                _ => "Nothing".into(),
            },
            Action::Leave => "Leave the game".into(),
        }
    }

    fn rule_of(v: &View, act: Action) -> Rule {
        match (act, v.frame()) {
            (Action::Play { .. }, Some(Frame::Own(Step::Chain(..)))) => Rule(13, 2),
            (Action::Play { card }, _) if card != Face::HIDDEN && card.card().ship && !v.open.shipped => {
                Rule(13, 1)
            }
            (Action::Bone { .. }, Some(Frame::Own(Step::Brawl(_)))) => Rule(14, 3),
            (Action::Pass, Some(Frame::Own(Step::Throw))) => Rule(6, 14),
            (Action::Pass, Some(Frame::Own(Step::Brawl(_)))) => Rule(14, 5),
            (Action::Pass | Action::Use { .. }, Some(Frame::Window(_))) => Rule(17, 30),
            (Action::Discard { .. }, Some(Frame::Own(Step::Spent)))
            | (Action::Done, Some(Frame::Own(Step::Spent))) => Rule(11, 3),
            (Action::Discard { .. }, Some(Frame::Own(Step::Even(_)))) => Rule(11, 1),
            (Action::Discard { .. } | Action::Done, Some(Frame::Own(Step::Cycle(..)))) => Rule(17, 11),
            (Action::At { .. }, Some(Frame::Own(Step::Enter(_)))) => Rule(14, 2),
            (Action::At { .. }, Some(Frame::Own(Step::Yield(..)))) => Rule(17, 15),
            (Action::Take { .. }, Some(Frame::Own(Step::Bury(..)))) => Rule(17, 8),
            (Action::Take { .. }, Some(Frame::Own(Step::Least(_)))) => Rule(17, 24),
            (Action::Player { .. }, Some(Frame::Own(Step::Tie(_)))) => Rule(9, 4),
            _ => act.rule(),
        }
    }

    fn typed(text: &str) -> Result<Action, String> {
        match text.strip_prefix("player ").map(|seat| seat.trim().parse::<u8>()) {
            Some(Ok(seat)) => Ok(Action::Player { seat: Seat::counted_from_one(seat)? }),
            _ => text.parse(),
        }
    }

    fn event(event: &Event, n: &Names) -> String {
        told(event, n)
    }

    fn draw(v: &View, n: &Names, brush: Brush) -> String {
        table(v, &[], n, brush)
    }

    fn draw_open(spectator: &View, open: &[View], n: &Names, brush: Brush) -> String {
        table(spectator, open, n, brush)
    }
}

/// The question of the top frame: shape, rule, words for the one asked, words for the others, card.
fn question(v: &View, n: &Names) -> (Shape, Rule, String, String, Option<Face>) {
    let turn = v.open.turn;
    let say =
        |shape, rule, yours: &str, theirs: &str| (shape, rule, yours.to_owned(), theirs.to_owned(), None);
    let pick = Shape::Pick { min: 1, max: 1 };
    let step = match v.frame() {
        None => return say(Shape::Act, Rule(15, 6), "", ""),
        Some(Frame::Own(step)) => step,
        Some(Frame::Window(_)) => {
            let yours = "Your Agent is about to be discarded. Do you save it?";
            return say(Shape::Act, Rule(17, 30), yours, "may save their Agent");
        }
        Some(Frame::Act(act)) => {
            let card = Face::of(act.card);
            let what = match card.card().script.next_verb(act.nth, act.pc) {
                Some(Verb::Deed(deed)) => deed.said(Person::You),
                _ => String::new(),
            };
            let asks = matches!(ccg::machine::question(v, &act), Some(ccg::program::Op::May(_)));
            let yours = if asks {
                format!("{}: do you want to {what}?", card.title())
            } else {
                format!("{}: {what}. Which one?", card.title())
            };
            let shape = if asks { Shape::YesNo } else { Shape::Act };
            let rule = if asks { Rule(4, 10) } else { Rule(16, 4) };
            return (shape, rule, yours, format!("chooses for {}", card.title()), Some(card));
        }
    };
    let fight = v.open.fight;
    match step {
        Step::Turn => {
            let left = actions(v.open.actions);
            let yours = format!("Your turn, {left} left: what will you do?");
            (Shape::Act, Rule(4, 1), yours, format!("has {left} left"), None)
        }
        Step::Spent => {
            let yours = "Discard as many cards as you like, then draw up to six.";
            say(Shape::Pick { min: 0, max: 30 }, Rule(11, 3), yours, "may discard before evening up")
        }
        Step::Even(_) => {
            say(pick, Rule(11, 1), "Discard down to six cards. Which one?", "discards down to six")
        }
        Step::Chain(seat, _) if seat == turn => say(
            Shape::Act,
            Rule(13, 3),
            "The chain goes on: do you play another ship Agent for free?",
            "may go on with the chain",
        ),
        Step::Chain(..) => say(
            Shape::Act,
            Rule(13, 2),
            "A ship was seen! Do you play a ship Agent for free?",
            "may play a ship Agent",
        ),
        Step::Fight => {
            let yours = format!("{} Do you answer?", fight_words(v, n));
            (Shape::Act, Rule(6, 6), yours, "has to answer the attack".into(), None)
        }
        Step::Throw => {
            let who = n.whom(fight.answers()).to_owned();
            let yours =
                format!("{} asks: can someone throw me a Frickin' Bone here?", n.who(fight.answers()));
            (Shape::Act, Rule(6, 11), yours, format!("everybody may throw {who} a Frickin' Bone"), None)
        }
        Step::Enter(_) => {
            say(pick, Rule(14, 1), "Slugfest! Which Assassin do you send in?", "sends an Assassin in")
        }
        Step::Brawl(_) => say(
            Shape::Act,
            Rule(14, 3),
            "Slugfest! Do you play a Frickin' Bone?",
            "plays a Bone or drops out",
        ),
        Step::Sign => {
            let sign = v.open.sides[turn.index()].sign();
            let yours = format!("{} the {sign}. Quick, do the same!", n.does(turn, "make", "makes"));
            (Shape::Act, Rule(9, 3), yours, format!("everybody makes the {sign}"), None)
        }
        Step::Tie(_) => say(
            Shape::Name,
            Rule(9, 4),
            "Several were last. Who is the target?",
            "chooses among those who were last",
        ),
        Step::Shed(_, k) => {
            let yours = format!("Discard {}. Which one first?", count(k, "card", "cards"));
            say(pick, Rule(17, 2), &yours, "must discard")
        }
        Step::Yield(_, k, fate) => {
            let yours = format!(
                "{} {} of yours. Which one?",
                capital(judge::fate(fate)),
                count(k, "active Agent", "active Agents")
            );
            let theirs = if fate == Fate::Returned { "takes an Agent back" } else { "gives up an Agent" };
            say(pick, Rule(17, 15), &yours, theirs)
        }
        Step::Cycle(..) => {
            let yours = "Discard as many cards as you like, and draw as many.";
            say(Shape::Pick { min: 0, max: 30 }, Rule(17, 11), yours, "exchanges cards")
        }
        Step::Bury(..) => {
            say(Shape::Order, Rule(17, 8), "Which card goes to the bottom next?", "puts cards at the bottom")
        }
        Step::Least(_) => say(
            pick,
            Rule(17, 24),
            "Which of your least scored cards do you discard?",
            "discards a scored card",
        ),
        Step::Lost(..) | Step::Won(_) => say(Shape::Act, Rule(6, 15), "", "goes on"),
    }
}

/// "Bo attempts to Shag your Mustafa with Felicity Shagwell."
fn fight_words(v: &View, n: &Names) -> String {
    let fight = v.open.fight;
    let name = |seat: Seat| v.agent(fight.fighters[seat.index()]).map_or("nobody", |(_, face)| face.title());
    let verb = if fight.kill { "Assassinate" } else { "Shag" };
    let last = match fight.last {
        Some(seat) => format!(" The last Bone is on {}.", name(seat)),
        None => String::new(),
    };
    format!(
        "{} to {verb} {} {} with {}.{last}",
        n.does(fight.by, "attempt", "attempts"),
        n.whose(fight.at),
        name(fight.at),
        name(fight.by)
    )
}

/// A line of the log.
fn told(event: &Event, n: &Names) -> String {
    match event {
        Event::Dealt { first, pants: false } => format!("The lot falls on {}: first turn.", n.whom(*first)),
        Event::Dealt { first, .. } => {
            format!(
                "{} wearing the Daddy pants, and {} first.",
                n.does(*first, "are", "is"),
                if n.is_me(*first) { "go" } else { "goes" }
            )
        }
        Event::DrewCard { seat, card } => format!("{} {}.", n.does(*seat, "get", "gets"), title(*card)),
        Event::Drew { seat, n: k, left } => {
            format!(
                "{} {}; {left} left in the draw deck.",
                n.does(*seat, "draw", "draws"),
                count(*k, "card", "cards")
            )
        }
        Event::Reshuffled { seat, n: k } => {
            format!(
                "{} {} discard pile into a new draw deck ({k}).",
                n.does(*seat, "shuffle", "shuffles"),
                n.their(*seat)
            )
        }
        Event::Turn { seat, actions: k } => format!("{} turn: {}.", capital(&n.whose(*seat)), actions(*k)),
        Event::Played { seat, card, at, free } => {
            let free = if *free { " for free" } else { "" };
            format!("{} {} ({at}){free}.", n.does(*seat, "play", "plays"), card.title())
        }
        Event::Swung { seat, card, way } => {
            format!("{} {} {way} vibes.", n.does(*seat, "use", "uses"), card.title())
        }
        Event::Used { seat, card, at } => {
            format!("{} {} ({at}).", n.does(*seat, "use", "uses"), card.title())
        }
        Event::Did { seat, card, clause } => {
            let person = if n.is_me(*seat) { Person::You } else { Person::Other };
            let clauses = clauses(card.card(), person);
            let what = clauses.get(usize::from(*clause)).map_or("", String::as_str);
            format!("{}: {what}.", title(*card))
        }
        Event::Changed { .. } => String::new(),
        Event::Stays { card, at, .. } => format!("{} stays on the table ({at}).", card.title()),
        Event::Attacks { seat, card, target, on, kill, .. } => {
            let verb = if *kill { "Assassinate" } else { "Shag" };
            let who = n.does(*seat, "attempt", "attempts");
            format!("{who} to {verb} {} {} with {}.", n.whose(*on), target.title(), card.title())
        }
        Event::Bone { seat, card, side } if seat == side => format!("{}: {}", n.who(*seat), title(*card)),
        Event::Bone { seat, card, side } => {
            format!(
                "{} {} a Frickin' Bone: {}",
                n.does(*seat, "throw", "throws"),
                n.whom(*side),
                title(*card)
            )
        }
        Event::Asked { seat } => format!("{}: can someone throw me a Frickin' Bone here?", n.who(*seat)),
        Event::NobodyThrew { .. } => "Nobody throws one.".into(),
        Event::Chooses { seat, at } => {
            let whom = match (seat == at, n.is_me(*seat)) {
                (true, true) => "yourself",
                (true, false) => "themselves",
                _ => n.whom(*at),
            };
            format!("{} {whom}.", n.does(*seat, "choose", "chooses"))
        }
        Event::Declined { seat, card } => {
            format!("{} what {} offers.", n.does(*seat, "leave", "leaves"), card.title())
        }
        Event::GaveUp { seat } => format!("{} up.", n.does(*seat, "give", "gives")),
        Event::Won { seat, card, slugfest } => {
            let what = if *slugfest { "the slugfest" } else { "the attack" };
            format!("{} wins {what} for {}.", card.title(), n.whom(*seat))
        }
        Event::Scored { seat, card, score } => {
            format!("{} {}: {score} of {GOAL}.", n.does(*seat, "score", "scores"), title(*card))
        }
        Event::Unscored { seat, card, score } => {
            format!(
                "{} {} from {} score pile: {score} of {GOAL}.",
                n.does(*seat, "lose", "loses"),
                title(*card),
                n.their(*seat)
            )
        }
        Event::Discarded { seat, card } => {
            format!("{} {}.", n.does(*seat, "discard", "discards"), title(*card))
        }
        Event::Returned { seat, card } => format!("{} returns to {} hand.", title(*card), n.whose(*seat)),
        Event::Took { seat, card } => format!(
            "{} {} back from {} discard pile.",
            n.does(*seat, "take", "takes"),
            title(*card),
            n.their(*seat)
        ),
        Event::Found { seat, card } => format!("{} {}.", n.does(*seat, "find", "finds"), title(*card)),
        Event::FoundNothing { seat } => format!("{} nothing.", n.does(*seat, "find", "finds")),
        Event::Looks { seat, at, where_ } => {
            let what = match where_ {
                Looked::Hand if seat == at => format!("{} own hand", n.their(*seat)),
                Looked::Hand => format!("{} hand", n.whose(*at)),
                Looked::Deck => format!("{} draw deck", n.their(*seat)),
                Looked::Top => format!("the top of {} draw deck", n.their(*seat)),
            };
            format!("{} at {what}.", n.does(*seat, "look", "looks"))
        }
        Event::Saw { cards, .. } => {
            // In which order they lie is of no use to anybody once they have been shuffled.
            let mut cards = cards.to_vec();
            cards.sort_unstable();
            format!("There: {}.", titles(&cards))
        }
        Event::Kept { seat, card } => format!("{} {}.", n.does(*seat, "take", "takes"), title(*card)),
        Event::Signs { seat } => format!(
            "{} a Happening down and {} the sign.",
            n.does(*seat, "lay", "lays"),
            if n.is_me(*seat) { "make" } else { "makes" }
        ),
        Event::Signed { seats, not } => {
            let names =
                |seats: &[Seat]| list(&seats.iter().map(|seat| n.whom(*seat).to_owned()).collect::<Vec<_>>());
            let still = if not.is_empty() { String::new() } else { format!(" Not at all: {}.", names(not)) };
            match seats.len() {
                0 => format!("Nobody makes the sign: {}.", names(not)),
                _ => format!("The sign is made, in this order: {}.{still}", names(seats)),
            }
        }
        Event::Target { seat, tied: false } => format!("The target is {}.", n.whom(*seat)),
        Event::Target { seat, .. } => format!("The target, among those who were last: {}.", n.whom(*seat)),
        Event::Tied { seats } => {
            let names: Vec<String> = seats.iter().map(|seat| n.whom(*seat).to_owned()).collect();
            format!("Last together: {}.", list(&names))
        }
        Event::Happens { seat, card, target } => {
            format!("{} on {}: {}.", capital(&n.whose(*seat)) + " Happening", n.whom(*target), card.title())
        }
        Event::Slugfest { seat } => format!("{} a slugfest!", n.does(*seat, "begin", "begins")),
        Event::Enters { seat, card, .. } => {
            format!("{} {} in.", n.does(*seat, "send", "sends"), card.title())
        }
        Event::DropsOut { seat } => format!("{} out.", n.does(*seat, "drop", "drops")),
        Event::Fizzled => "Nothing comes of the slugfest.".into(),
        Event::Spent { seat } => format!("{}: I'm spent!", n.who(*seat)),
        Event::Left { seat } => format!("{} the game.", n.does(*seat, "leave", "leaves")),
        Event::Over { winners, reason } => {
            let why = match reason {
                Reason::Hundred => "A hundred",
                Reason::DeadEnd => "A dead end",
                Reason::Alone => "All others have left",
            };
            format!("{why}: the game is over, {}.", n.win(winners))
        }
    }
}

/// The table in text; with all hands, if there is every seat's own view.
fn table(v: &View, open: &[View], n: &Names, brush: Brush) -> String {
    let mut out = String::new();
    let right = format!("turn {}", v.open.turns);
    out.push_str(&brush.heading("Austin Powers", &right));
    let me = v.who.unwrap_or(Seat(0));
    let others = (1..=v.open.seats).map(|k| Seat((me.0 + k) % v.open.seats));
    for seat in others {
        player(&mut out, v, open.get(seat.index()), n, brush, seat);
    }
    if v.fight().is_some() && !v.open.fight.slugfest {
        let _ = writeln!(out, "{}", brush.paint(Ink::Magenta, brush.wrap(&fight_words(v, n), 2)));
    }
    let air: Vec<String> = v.in_the_air().map(|face| face.title().to_owned()).collect();
    if !air.is_empty() {
        let _ = writeln!(out, "Being used: {}", brush.paint(Ink::Magenta, air.join(", ")));
    }
    if let Some(card) = v.laid() {
        let _ = writeln!(out, "Face down: {}", brush.paint(Ink::Magenta, card.title()));
    }
    if let Some(me) = v.who {
        let hand: Vec<String> = v.hand(me).map(title).collect();
        let _ = writeln!(out, "{}", brush.wrap(&format!("Your hand: {}", list(&hand)), 2));
    }
    out
}

/// One player's side.
fn player(out: &mut String, v: &View, own: Option<&View>, n: &Names, brush: Brush, seat: Seat) {
    let side = v.open.sides[seat.index()];
    let turn = if v.open.turn == seat && v.open.over.is_none() {
        format!(", {}", actions(v.open.actions))
    } else {
        String::new()
    };
    let left = if v.open.out.has(seat) { ", has left" } else { "" };
    let _ = writeln!(
        out,
        "{} ({}): {} of {GOAL} {}; hand {}, deck {}{turn}{left}",
        brush.paint(Ink::Strong, n.who(seat)),
        side.title(),
        brush.paint(Ink::Cyan, v.open.scores[seat.index()]),
        side.points(),
        v.hand_count(seat),
        v.deck_count(seat),
    );
    for (tag, face) in v.agents(seat) {
        let card = face.card();
        let mark = if card.mark == Mark::Shagger { "lips" } else { "gun" };
        let sex = if card.sex == crate::cards::Sex::Male { "m" } else { "f" };
        let fights = if v.open.fight.fighters[seat.index()] == tag {
            let bones: Vec<String> = v.bones_on(seat).map(title).collect();
            format!(", fights with {}", list(&bones))
        } else {
            String::new()
        };
        let line = format!(
            "  {tag:>2} {} [{mark} {sex}, {}] {}{fights}",
            face.title(),
            card.value,
            v.put_out(seat, tag, face)
        );
        let _ = writeln!(out, "{}", brush.wrap(&line, 5));
    }
    for (tag, face) in v.swingers(seat) {
        let _ = writeln!(out, "  {tag:>2} {} (Swinger)", brush.paint(Ink::Green, face.title()));
    }
    if v.agents(seat).next().is_some() {
        let _ = writeln!(out, "  vibes: {}", brush.paint(Ink::Yellow, v.vibes(seat)));
    }
    let known: Vec<String> = own.unwrap_or(v).hand(seat).map(title).collect();
    if Some(seat) != v.who && !known.is_empty() {
        let what = if own.is_some() { "hand" } else { "known cards in hand" };
        let _ = writeln!(out, "{}", brush.wrap(&format!("  {what}: {}", known.join(", ")), 4));
    }
    let gone: Vec<String> = v.discards(seat).map(title).collect();
    if !gone.is_empty() {
        let last: Vec<String> = gone.iter().rev().take(4).cloned().collect();
        let more = if gone.len() > 4 { format!(" and {} more", gone.len() - 4) } else { String::new() };
        let line = format!("  discarded: {}{more}", last.join(", "));
        let _ = writeln!(out, "{}", brush.paint(Ink::Faint, brush.wrap(&line, 4)));
    }
}
