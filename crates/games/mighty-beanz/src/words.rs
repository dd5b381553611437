//! How the game is put to people: questions, menus, log lines, and the table in plain text.

use std::fmt::Write as _;

use ccg::frame::Window;
use ccg::words::Person;
use table::words::{Ink, capital, count, visible};
use table::{Brush, Names, Prompt, Rule, Seat, Shape, Words};

use crate::act::{Action, Event, Part, rule_of};
use crate::cards::{Card, Face, Kind};
use crate::judge::pick_of;
use crate::look::Look;
use crate::state::{AIR, Frame, Galaxy, Lie, MightyBeanz, Reason, Slot, Stance, Step, foe};
use crate::tongue::{Beans, Moment, Pick, Reply, Verb};
use crate::view::View;

/// Several things in a sentence: `a`, `a and b`, `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => "nothing".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn titles(cards: &[Face]) -> String {
    list(&cards.iter().map(|card| card.title().to_owned()).collect::<Vec<_>>())
}

/// What an Instant does, for people.
fn reply(card: &Card, reply: Reply, person: Person) -> String {
    match (reply, card.answers) {
        (Reply::Cancel, Some(moment)) => moment.cancelled().0.into(),
        (reply, _) => reply.said(person),
    }
}

/// The clauses of a card, for people.
pub fn clauses(card: &Card, person: Person) -> Vec<String> {
    let deeds = card.deeds.iter().map(|deed| deed.said(person));
    let gifts = card.gifts.iter().map(|gift| gift.said(person));
    let replies = card.replies.iter().map(|&r| reply(card, r, person));
    deeds.chain(gifts).chain(replies).collect()
}

/// What a Cosmos card gives, each with this behind a Moon's boost.
pub(crate) fn cosmos(card: &Card, to: &str) -> Vec<String> {
    let team = card.moon_team.map(|(team, n)| format!("{} +{}{to}", team.name(), n.0));
    let class = card.moon_type.map(|(class, n)| format!("{} +{}{to}", class.title(), n.0));
    let asteroid = card.asteroid.map(|n| format!("+{} in defence", n.0));
    team.into_iter().chain(class).chain(asteroid).collect()
}

/// What a card does, in a line.
pub fn text(card: &Card) -> String {
    let all = clauses(card, Person::You);
    let alike = all.chunk_by(|a, b| a == b).map(|same| match same {
        [one] => one.clone(),
        [one, _] => format!("{one}, twice"),
        [one, ..] => format!("{one}, {} times", same.len()),
        [] => String::new(),
    });
    let does = alike.collect::<Vec<_>>().join("; ");
    match (card.kind, card.answers) {
        (Kind::Bean, _) if !card.deeds.is_empty() => format!("Spin: {does}"),
        (Kind::Bean, _) if !card.gifts.is_empty() => format!("Headz-up: {does}"),
        (Kind::Bean, _) => "Chillin' Bean!".into(),
        (_, Some(moment)) => format!("{}: {does}", moment.when()),
        (Kind::Moon, _) => format!("Attack of the Bean on it: {}", cosmos(card, "").join(" or ")),
        (Kind::AsteroidField, _) => {
            format!("Defence of the Bean on it: +{}", card.asteroid.map_or(0, |n| n.0))
        }
        (Kind::Action | Kind::Instant, _) => capital(&does),
    }
}

/// A line of a sum.
fn part(part: &Part) -> String {
    match part {
        Part::Printed { card, n } => format!("{} {n}", card.title()),
        Part::Team { n } => format!("team +{n}"),
        Part::Gift { card, n, .. } => format!("{} {n:+}", card.title()),
        Part::Cosmos { card, n, .. } | Part::Boost { card, n } => format!("{} +{n}", card.title()),
        Part::Spun { n } => format!("spin powers +{n}"),
        Part::Doubled { times } => format!("times {times}"),
        Part::Shield { n } => format!("shield +{n}"),
    }
}

/// Where a number comes from: `200 (Lion Bean 50, team +50, Big Top Moon +100)`.
pub fn sum(total: i32, parts: &[Part]) -> String {
    format!("{total} ({})", parts.iter().map(part).collect::<Vec<_>>().join(", "))
}

fn bean_at(v: &View, slot: Slot) -> String {
    v.bean(slot)
        .map_or_else(|| format!("the empty slot {slot}"), |face| format!("{} in {slot}", face.title()))
}

fn points(n: u8) -> String {
    count(n, "point", "points")
}

impl Words for MightyBeanz {
    fn prompt(v: &View, n: &Names) -> Prompt {
        let asked = v.status().asked().iter().next();
        let mine = asked.is_some() && asked == v.who;
        let (shape, rule, yours, theirs, source) = question(v, n);
        let words = match asked {
            None => "The game is over.".to_owned(),
            Some(_) if mine => yours,
            Some(seat) => format!("{} {theirs}.", n.who(seat)),
        };
        let rule = if asked.is_none() { Rule(11, 3) } else { rule };
        Prompt { shape, rule, words, source: source.map(|face| face.to_string()) }
    }

    fn action(v: &View, act: Action, _: &Names) -> String {
        match act {
            Action::Keep => "Keep this hand".into(),
            Action::Redraw => "Show this hand and draw another".into(),
            Action::Hide { side } => format!("Hide it on the {side}"),
            Action::Guess { side } => format!("It is on the {side}"),
            Action::Aim { n } => format!("Aim {}", direction(n)),
            Action::Flick { n } => format!("Flick with strength {n}"),
            Action::Shoot => "Shoot (hits three times in five)".into(),
            Action::Miss => "Miss on purpose".into(),
            Action::End => "End your turn".into(),
            Action::Draw => "Draw a card (1 point)".into(),
            Action::Play { card } if card == Face::HIDDEN => "Play a card".into(),
            Action::Play { card } => format!("Play {} ({})", card.title(), points(card.card().cost)),
            Action::Spin { slot } => {
                let what = v.bean(slot).map_or_else(String::new, |face| {
                    let card = face.card();
                    if card.attacks() {
                        format!("Attack with {} in {slot}", face.title())
                    } else {
                        format!("Spin {} in {slot}", face.title())
                    }
                });
                if what.is_empty() {
                    format!("Spin {slot}")
                } else {
                    format!("{what} ({})", points(v.spin_cost(slot)))
                }
            }
            Action::Turn { slot } => {
                let cost = v.bean(slot).map_or(0, |face| face.card().cost);
                format!("Turn up {} ({})", bean_at(v, slot), points(cost))
            }
            Action::Blitz => "Start a Bean Blitz".into(),
            Action::Done => match v.frame() {
                Some(Frame::Act(_)) => "No Bean to play".into(),
                _ => "Attack with these".into(),
            },
            Action::At { slot } => match v.frame() {
                Some(Frame::Own(Step::Place)) => match v.cosmos(slot) {
                    Some(cosmos) => format!("Into {slot}, where {} lies", cosmos.title()),
                    None => format!("Into {slot}"),
                },
                Some(Frame::Act(act)) if pick_of(v, &act) == Some(Pick::Cosmos) => {
                    let what = v.cosmos(slot).map_or("nothing", Face::title);
                    format!("{what} in {slot}")
                }
                Some(Frame::Act(_)) if v.bean(slot).is_none() => format!("To {slot}"),
                Some(Frame::Own(Step::Attack(attack))) if v.bean(slot).is_some() => {
                    let defence = v.defence_value(slot, attack.shield, &mut |_| {});
                    let value = v.attack_value(attack.by, &mut |_| {});
                    // Rules 6.6 and 6.7.
                    let fate = match v.stance(slot).stands() {
                        _ if value < defence => "holds",
                        true if value < 2 * defence => "falls",
                        _ => "is knocked off",
                    };
                    format!("{} ({}, defence {defence}: {fate})", bean_at(v, slot), v.stance(slot).title())
                }
                _ => capital(&bean_at(v, slot)),
            },
            Action::Galaxy { n: galaxy } => {
                format!("The {} galaxy", galaxy.side(v.who.unwrap_or(v.open.turn)))
            }
            Action::Answer { card } => format!("Answer with {}", card.title()),
            Action::Pass => match v.frame() {
                Some(Frame::Window(_)) if v.answers().next().is_none() => "Let it happen".into(),
                _ => "Pass".into(),
            },
            Action::Take { card } => format!("Take {}", card.title()),
            Action::Discard { card } => format!("Discard {}", card.title()),
        }
    }

    fn rule_of(v: &View, act: Action) -> Rule {
        match (act, v.frame()) {
            (Action::At { .. }, Some(Frame::Own(Step::Place))) => {
                let bean = v.top(AIR).is_some_and(|face| face.card().kind == Kind::Bean);
                if bean { Rule(3, 3) } else { Rule(5, 1) }
            }
            (Action::At { .. }, Some(Frame::Own(Step::Attack(attack)))) => {
                if attack.sharp {
                    Rule(8, 1)
                } else {
                    Rule(6, 4)
                }
            }
            (Action::At { .. }, Some(Frame::Own(Step::Gather(_)))) => Rule(8, 2),
            (Action::Done, Some(Frame::Act(_))) => Rule(8, 7),
            (Action::Spin { slot }, _) if v.bean(slot).is_some_and(|face| face.card().attacks()) => {
                Rule(6, 3)
            }
            (Action::Discard { .. }, Some(Frame::Own(Step::Lose(_)))) => Rule(8, 14),
            _ => rule_of(act),
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
    let step = match v.frame() {
        None => return say(Shape::Act, Rule(11, 3), "", ""),
        Some(Frame::Own(step)) => step,
        Some(Frame::Window(window)) => return answers(v, n, &window),
        Some(Frame::Act(act)) => {
            let card = Face::of(act.card);
            let what = match card.card().script.next_verb(act.nth, act.pc) {
                Some(Verb::Deed(deed)) => deed.said(Person::You),
                _ => String::new(),
            };
            let yours = match Slot::aimed(act.picked_before()) {
                Some(first) => format!("{}: where does {} go?", card.title(), bean_at(v, first)),
                None => format!("{}: {what}. Which one?", card.title()),
            };
            return (Shape::Act, Rule(3, 6), yours, format!("chooses for {}", card.title()), Some(card));
        }
    };
    match step {
        Step::Keep(_) => {
            say(Shape::Act, Rule(1, 9), "Do you keep your opening hand?", "looks at their opening hand")
        }
        Step::Hide(_) => {
            say(Shape::Act, Rule(1, 10), "Where do you hide the Mighty Bean?", "hides a Mighty Bean")
        }
        Step::Guess(..) => {
            say(Shape::Act, Rule(1, 10), "Where is the Mighty Bean?", "guesses where the Mighty Bean is")
        }
        Step::Aim(galaxy, tries, lie) => {
            let rule = if v.open.steady { Rule(10, 8) } else { Rule(10, 3) };
            let side = galaxy.side(turn);
            let try_ = if tries == 1 { "first" } else { "second" };
            let yours = format!("Shoot for Loot in your {side} galaxy, {try_} try.");
            let yours =
                if v.open.steady { yours } else { format!("{yours} {} Which direction?", lies(lie, "your")) };
            let shape = if v.open.steady { Shape::Act } else { Shape::Number { min: -20, max: 20 } };
            (shape, rule, yours, format!("shoots for Loot in their {side} galaxy"), None)
        }
        Step::Flick(galaxy, _, _, aim) => {
            let side = galaxy.side(turn);
            let shape = Shape::Number { min: 1, max: 20 };
            (
                shape,
                Rule(10, 3),
                format!("You aim {}. How hard do you flick?", direction(aim)),
                format!("shoots for Loot in their {side} galaxy"),
                None,
            )
        }
        Step::Main => {
            let left = points(v.open.points);
            let yours = format!("Your turn, {left} left: what will you do?");
            (Shape::Act, Rule(2, 3), yours, format!("has {left} left"), None)
        }
        Step::Down => {
            let size = v.hand_size(turn);
            say(
                Shape::Pick { min: 1, max: 1 },
                Rule(2, 7),
                &format!("You may keep {size} cards. Which do you discard?"),
                "discards cards",
            )
        }
        Step::Lose(k) => {
            let yours = format!("Discard {}.", count(k, "card", "cards"));
            say(Shape::Pick { min: 1, max: 1 }, Rule(8, 14), &yours, "must discard")
        }
        Step::Place => {
            let card = v.top(AIR);
            let what = card.map_or("the card", Face::title);
            let rule = if card.is_some_and(|f| f.card().kind.is_cosmos()) { Rule(5, 1) } else { Rule(3, 3) };
            (
                Shape::Act,
                rule,
                format!("Where do you put {what}?"),
                format!("looks for a slot for {what}"),
                card,
            )
        }
        Step::Gather(by) => {
            let yours = if by == 0 { "Who leads the Blitz?" } else { "Who joins the Blitz?" };
            say(Shape::Pick { min: 2, max: 7 }, Rule(8, 2), yours, "gathers Beans for a Blitz")
        }
        Step::Strike(_) => {
            say(Shape::Act, Rule(8, 3), "In which galaxy does the Blitz strike?", "chooses a galaxy")
        }
        Step::Attack(attack) => {
            let rule = if attack.sharp { Rule(8, 1) } else { Rule(6, 4) };
            let value = v.attack_value(attack.by, &mut |_| {});
            let yours = if attack.sharp {
                format!("Your attack is worth {value}. Which Bean is the target?")
            } else {
                format!("{}, worth {value}. Which of your Beans takes it?", attack_words(v, n))
            };
            (Shape::Act, rule, yours, "picks the target".into(), None)
        }
        Step::Arrive(..) | Step::Count | Step::Lay(..) => say(Shape::Act, Rule(2, 3), "", "goes on"),
    }
}

/// The question of a window (rule 9.3).
fn answers(v: &View, n: &Names, window: &Window<Beans>) -> (Shape, Rule, String, String, Option<Face>) {
    let newest = v.in_the_air().last();
    let last = v.answers().last();
    let title = newest.map_or("a card", Face::title);
    let what = match (last, window.moment) {
        (Some(answer), _) => format!("{} with {title}", n.does(answer.seat, "answer", "answers")),
        (None, Moment::Attack) => attack_words(v, n),
        (None, _) => format!("{} {title}", n.does(v.open.turn, "play", "plays")),
    };
    // Whoever answered last is asked again if the other one has no more to say.
    let again = last.is_some_and(|answer| window.round.is_some_and(|round| round.asked() == answer.seat));
    let ask = if again { "Do you add another?" } else { "Do you answer?" };
    (Shape::Act, Rule(9, 3), format!("{what}. {ask}"), "may answer".into(), newest)
}

/// "Ann attacks with Lion Bean in a1 in the middle galaxy".
fn attack_words(v: &View, n: &Names) -> String {
    let attack = v.open.frames.iter().rev().find_map(|frame| match frame {
        Frame::Own(Step::Attack(attack)) => Some(*attack),
        _ => None,
    });
    let Some(attack) = attack else { return String::new() };
    let by: Vec<String> = crate::state::slots(attack.by).map(|slot| bean_at(v, slot)).collect();
    let turn = v.open.turn;
    let there = if attack.sharp {
        "as a Sharpshoot".into()
    } else {
        let of = v.who.unwrap_or(turn);
        format!("in {} {} galaxy", if v.who.is_some() { "your" } else { "the" }, attack.galaxy.side(of))
    };
    format!("{} with {} {there}", n.does(turn, "attack", "attacks"), list(&by))
}

/// Left and right are whose galaxy it is, so for everybody else its slots are named too.
fn galaxy_of(n: &Names, seat: Seat, galaxy: Galaxy) -> String {
    let words = format!("{} {} galaxy", n.their(seat), galaxy.side(seat));
    let mut slots = Slot::within(galaxy, seat);
    match (slots.next(), slots.last()) {
        (Some(first), Some(last)) if !n.is_me(seat) => format!("{words} ({first}-{last})"),
        _ => words,
    }
}

/// How a shot lies, with a word for whose Mighty Bean leans.
fn lies(lie: Lie, whose: &str) -> String {
    let lie = lie.facts();
    let far = ["very near", "near", "neither near nor far", "far away", "very far away"]
        [usize::from(lie.distance())];
    let leans = match lie.lean() {
        0 => format!("{whose} Mighty Bean lies straight"),
        n => format!("{whose} Mighty Bean leans {}", direction(n)),
    };
    format!("The target stands {}, {far}; {leans}.", direction(lie.side()))
}

/// "3 to the left".
fn direction(aim: i8) -> String {
    match aim {
        0 => "straight ahead".into(),
        n => format!("{} to the {}", n.unsigned_abs(), if n < 0 { "left" } else { "right" }),
    }
}

/// A line of the log. A name that ends with a mark needs no other.
fn told(event: &Event, n: &Names) -> String {
    happened(event, n).replace("!.", "!")
}

fn happened(event: &Event, n: &Names) -> String {
    match event {
        Event::Dealt { expert } => {
            let game = if *expert { "An Expert game" } else { "A basic game" };
            let few = if *expert { " The first turn has four points." } else { "" };
            format!("{game}: the decks are shuffled, the Space Loot is laid out.{few}")
        }
        Event::DrewCard { seat, card } => format!("{} {}.", n.does(*seat, "get", "gets"), card.title()),
        Event::Drew { seat, n: k, left } => {
            let cards = count(*k, "card", "cards");
            format!("{} {cards}; {left} left in the deck.", n.does(*seat, "draw", "draws"))
        }
        Event::Kept { seat } => format!("{} {} hand.", n.does(*seat, "keep", "keeps"), n.their(*seat)),
        Event::Redrew { seat, cards } => {
            format!(
                "{} a hand without a Bean ({}) and {} another.",
                n.does(*seat, "show", "shows"),
                titles(cards),
                if n.is_me(*seat) { "draw" } else { "draws" }
            )
        }
        Event::Hid { seat } => format!("{} a Mighty Bean in one hand.", n.does(*seat, "hide", "hides")),
        Event::Guessed { seat, side, was, first } => {
            let found =
                if side == was { "and there it is".into() } else { format!("but it is in the {was} one") };
            let goes = n.does(*first, "go", "goes");
            let goes = if n.is_me(*first) { goes.to_lowercase() } else { goes };
            format!("{} the {side} hand, {found}: {goes} first.", n.does(*seat, "pick", "picks"))
        }
        Event::Turn { seat } => format!("{} turn.", capital(&n.whose(*seat))),
        Event::Points { seat, points: p } => format!("{} {}.", n.does(*seat, "have", "has"), points(*p)),
        Event::Rose { slots, .. } => {
            let slots: Vec<String> = slots.iter().map(ToString::to_string).collect();
            format!("Turned up again: {}.", list(&slots))
        }
        Event::Lies { seat, lie, .. } => lies(*lie, n.their(*seat)),
        Event::Shot { seat, galaxy, aim, strength, hit, .. } => {
            let what = if *hit { "the target falls!" } else { "a miss." };
            format!(
                "{} for {}, {} with strength {strength}: {what}",
                n.does(*seat, "shoot", "shoots"),
                galaxy_of(n, *seat, *galaxy),
                direction(*aim)
            )
        }
        Event::Steady { seat, galaxy, tried, hit } => {
            let what = match (tried, hit) {
                (_, true) => "a hit!",
                (true, false) => "a miss.",
                (false, false) => "wide, on purpose.",
            };
            format!("{} for {}: {what}", n.does(*seat, "shoot", "shoots"), galaxy_of(n, *seat, *galaxy))
        }
        Event::Captured { seat, galaxy, left } => format!(
            "{} Space Loot in {}; {left} left there.",
            n.does(*seat, "capture", "captures"),
            galaxy_of(n, *seat, *galaxy)
        ),
        Event::Retired { cards, .. } => format!("Retired: {}.", titles(cards)),
        Event::Played { seat, card, cost, seen, .. } => {
            let (who, cost) = (n.does(*seat, "play", "plays"), points(*cost));
            format!("{who} {} for {cost}{}.", card.title(), seen_before(*seen))
        }
        Event::Landed { card, slot, .. } => format!("{} lands in {slot}.", card.title()),
        Event::Laid { card, slot, instead_of, .. } => match instead_of {
            Some(old) => format!("{} is now in {slot}; {} is discarded.", card.title(), old.title()),
            None => format!("{} is now in {slot}.", card.title()),
        },
        // An attacker turns later, after the answers (rule 6.3).
        Event::Uses { seat, card, slot, cost, .. } if card.card().attacks() => {
            format!("{} {} for {} in {slot}.", n.does(*seat, "pay", "pays"), points(*cost), card.title())
        }
        Event::Uses { seat, card, slot, cost, .. } => {
            format!("{} {} in {slot} for {}.", n.does(*seat, "spin", "spins"), card.title(), points(*cost))
        }
        Event::Turned { card, slot, to, cost, .. } => {
            let paid = if *cost == 0 { String::new() } else { format!(", for {}", points(*cost)) };
            format!("{} in {slot} is now {}{paid}.", card.title(), to.title())
        }
        Event::Did { seat, card, clause } => {
            // A card speaks to whoever plays it; the log speaks of them.
            let person = if n.is_me(*seat) { Person::You } else { Person::Other };
            let clauses = clauses(card.card(), person);
            let what = clauses.get(usize::from(*clause)).map_or("", String::as_str);
            format!("{}: {what}.", card.title())
        }
        Event::Changed { .. } => String::new(),
        Event::Attacks { seat, slots, galaxy, sharp } => {
            let slots: Vec<String> = slots.iter().map(ToString::to_string).collect();
            let how = match (sharp, slots.len()) {
                (true, _) => ", as a Sharpshoot".to_owned(),
                (false, 1) => String::new(),
                // One of several galaxies was named (rule 8.3).
                (false, _) => format!(" in {}", galaxy_of(n, *seat, *galaxy)),
            };
            format!("{} from {}{how}.", n.does(*seat, "attack", "attacks"), list(&slots))
        }
        Event::Target { card, slot, .. } => format!("The target is {} in {slot}.", card.title()),
        Event::Compared { attack, parts, defence, against } => {
            format!("Attack {} against defence {}.", sum(*attack, parts), sum(*defence, against))
        }
        Event::Pushed { from, to, push, parts, defence, against } => {
            format!("Domino from {from} to {to}: {} against {}.", sum(*push, parts), sum(*defence, against))
        }
        Event::Held { card, slot } => format!("{} in {slot} holds.", card.title()),
        Event::Fell { card, slot } => format!("{} in {slot} falls Sidewayz.", card.title()),
        Event::KnockedOff { card, slot } => format!("{} in {slot} is knocked off the mat.", card.title()),
        Event::Asked { seat, .. } => format!("{} answer.", n.does(*seat, "may", "may")),
        Event::Passed { seat } => format!("{}.", n.does(*seat, "pass", "passes")),
        Event::Answered { seat, card, seen } => {
            let who = n.does(*seat, "answer", "answers");
            format!("{who} with {}{}.", card.title(), seen_before(*seen))
        }
        Event::Cancelled { card } => format!("{} is cancelled.", card.title()),
        Event::Stopped { .. } => "The attack is stopped.".into(),
        Event::Back { seat, cards } => format!("{} {} back.", n.does(*seat, "take", "takes"), titles(cards)),
        Event::Repelled { card, bounced } => {
            let to = if *bounced { "goes back to its owner's hand" } else { "is discarded" };
            format!("{} {to}.", card.title())
        }
        Event::Moved { card, from, to } => format!("{} moves from {from} to {to}.", card.title()),
        Event::Took { seat, card } => format!("{} {} back.", n.does(*seat, "take", "takes"), card.title()),
        Event::Swept { card, slot } => format!("{} in {slot} is swept away.", card.title()),
        Event::Discarded { seat, card, seen } => {
            let who = n.does(*seat, "discard", "discards");
            format!("{who} {}{}.", card.title(), seen_before(*seen))
        }
        Event::Peeked { seat, at } => format!("{} at {} hand.", n.does(*seat, "look", "looks"), n.whose(*at)),
        Event::Saw { cards, .. } => format!("It holds {}.", titles(cards)),
        Event::Lapsed { .. } => "Unused boosts are gone.".into(),
        Event::Over { winner, reason } => {
            let why = match reason {
                Reason::Loot => "The last Loot of a galaxy is captured",
                Reason::EmptyDeck => "A deck is empty",
                Reason::HundredTurns => "A hundred turns have been played",
                Reason::ThousandTurns => "A thousand turns have been played",
            };
            match winner {
                Some(seat) => format!("{why}: the game is over, {}.", n.win(&[*seat])),
                None => format!("{why}: the game is over, a draw."),
            }
        }
    }
}

/// A card that the other player had looked at (rule 8.15).
const fn seen_before(seen: bool) -> &'static str {
    if seen { ", a card seen before" } else { "" }
}

/// What the signs on the table mean.
const SIGNS: &str =
    "^ Headz-up, v Bottomz-up, < Sidewayz; 50/80: attack 50, defence 80; cost: points to spin it";

/// The table in text; with all hands, if there is every seat's own view.
fn table(v: &View, open: &[View], n: &Names, brush: Brush) -> String {
    let mut out = String::new();
    let me = v.who.unwrap_or(Seat(0));
    let right = format!("turn {}", v.open.turns);
    out.push_str(&brush.heading("Mighty Beanz", &right));
    for seat in [foe(me), me] {
        player(&mut out, v, open.get(seat.index()), n, brush, seat);
        if seat != me {
            out.push('\n');
        }
    }
    let air: Vec<String> = v.in_the_air().map(|face| face.title().to_owned()).collect();
    if !air.is_empty() {
        let _ = writeln!(out, "Being played: {}", brush.paint(Ink::Magenta, air.join(", ")));
    }
    if !Slot::all().all(|slot| v.bean(slot).is_none()) {
        let _ = writeln!(out, "{}", brush.paint(Ink::Faint, brush.wrap(SIGNS, 2)));
    }
    if let Some(me) = v.who {
        let hand: Vec<String> =
            v.hand(me).map(|face| format!("{} ({})", face.title(), face.card().cost)).collect();
        let _ = writeln!(out, "{}", brush.wrap(&format!("Your hand: {}", list(&hand)), 2));
    }
    out
}

/// One player's side; with the whole hand, if there is the player's own view.
fn player(out: &mut String, v: &View, own: Option<&View>, n: &Names, brush: Brush, seat: Seat) {
    let turn = if v.open.turn == seat && v.open.turns > 0 {
        format!(", {}", points(v.open.points))
    } else {
        String::new()
    };
    let loot: Vec<String> =
        Galaxy::from_left_of(seat).map(|galaxy| v.loot_count(seat, galaxy).to_string()).collect();
    let _ = writeln!(
        out,
        "{}: Loot {} taken, {} left; hand {}, deck {}{turn}",
        brush.paint(Ink::Strong, n.who(seat)),
        brush.paint(Ink::Cyan, v.open.captured[seat.index()]),
        loot.join("/"),
        v.hand_count(seat),
        v.deck_count(seat),
    );
    for galaxy in Galaxy::from_left_of(seat) {
        for slot in Slot::within(galaxy, seat) {
            let bean = match v.bean(slot) {
                None => brush.paint(Ink::Faint, "-"),
                Some(face) => {
                    let (mark, ink) = match v.stance(slot) {
                        Stance::HeadzUp => ("^", Ink::Green),
                        Stance::BottomzUp => ("v", Ink::Yellow),
                        Stance::Sidewayz => ("<", Ink::Red),
                    };
                    let (attack, defence) =
                        (v.brings(slot, &mut |_| {}), v.defence_value(slot, 0, &mut |_| {}));
                    let figures =
                        if attack == defence { attack.to_string() } else { format!("{attack}/{defence}") };
                    format!(
                        "{} {} {figures}, cost {}",
                        brush.paint(ink, mark),
                        face.title(),
                        v.spin_cost(slot)
                    )
                }
            };
            let cosmos = v.cosmos(slot).map_or(String::new(), |c| format!("on {}", c.title()));
            let pad = " ".repeat(42usize.saturating_sub(visible(&bean)));
            let line = format!("  {slot} {:<6} {bean}{pad}{cosmos}", galaxy.side(seat));
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    let ready: Vec<String> = v.ready(seat).map(|face| face.title().to_owned()).collect();
    if !ready.is_empty() {
        let _ = writeln!(out, "  for the next attack: {}", ready.join(", "));
    }
    let known: Vec<String> = own.unwrap_or(v).hand(seat).map(|face| face.title().to_owned()).collect();
    if Some(seat) != v.who && !known.is_empty() {
        let what = if own.is_some() { "hand" } else { "known cards in hand" };
        let _ = writeln!(out, "{}", brush.wrap(&format!("  {what}: {}", known.join(", ")), 4));
    }
    let gone: Vec<String> = v.discards(seat).map(|face| face.title().to_owned()).collect();
    if !gone.is_empty() {
        let last = &gone[gone.len().saturating_sub(4)..];
        let more = if gone.len() > last.len() {
            format!(" and {} more", gone.len() - last.len())
        } else {
            String::new()
        };
        let line =
            format!("  discarded: {}{more}", last.iter().rev().cloned().collect::<Vec<_>>().join(", "));
        let _ = writeln!(out, "{}", brush.paint(Ink::Faint, brush.wrap(&line, 4)));
    }
}
