//! What the words of cards do (chapter 17): one function for each row of [`Deed`](crate::tongue::Deed).

use ccg::Tag;
use ccg::frame::Act;
use ccg::lasting::{Lasting, Until, begin};
use ccg::machine::Flow;
use table::{Luck, Seat, Sink, To};

use crate::act::Event;
use crate::cards::{Face, Vibe};
use crate::look::Look;
use crate::state::{AIR, AustinPowers, Fate, Frame, Lasts, Step, deck, discards, hand, score, swingers};
use crate::tongue::{Few, Person, Rest, What, Who, Whose};

type Game = AustinPowers;

/// Those whom a word is about, in the order in which they act.
fn seats(who: Who, game: &Game, act: &Act) -> ([Seat; 6], usize) {
    let (mut row, mut n) = ([Seat(0); 6], 0);
    for seat in who.seats(game, act) {
        row[n] = seat;
        n += 1;
    }
    (row, n)
}

/// The target of a Happening.
fn target(act: &Act) -> Seat {
    Seat(act.n as u8)
}

/// Did anything come of it?
fn did(so: bool) -> Flow {
    if so { Flow::Done } else { Flow::Nothing }
}

pub(crate) fn draw(
    who: Who,
    n: Few,
    game: &mut Game,
    act: &mut Act,
    luck: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let (row, many) = seats(who, game, act);
    let mut drawn = 0;
    for &seat in &row[..many] {
        drawn += game.draw(seat, n.0, luck, log);
    }
    did(drawn > 0)
}
pub(crate) fn discard(
    who: Who,
    n: Few,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    _: &mut impl Sink<Event>,
) -> Flow {
    let (row, many) = seats(who, game, act);
    // The first is on top, and discards first (rule 4.9).
    for &seat in row[..many].iter().rev() {
        game.push(Step::Shed(seat, n.0));
    }
    Flow::Done
}
pub(crate) fn discard_at_random(
    n: Few,
    game: &mut Game,
    act: &mut Act,
    luck: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let Some(seat) = act.pick(0).player() else { return Flow::Nothing };
    let mut any = false;
    for _ in 0..n.0 {
        let many = u32::from(game.count(hand(seat)));
        if many == 0 {
            break;
        }
        let nth = luck.pick(many) as usize;
        let card = game.row(hand(seat)).nth(nth);
        if let Some(card) = card {
            game.throw_away(seat, card, log);
            any = true;
        }
    }
    did(any)
}
pub(crate) fn look_at(game: &mut Game, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let Some(at) = act.pick(0).player() else { return Flow::Nothing };
    game.look_at_hand(act.seat, at, log);
    Flow::Done
}
pub(crate) fn raid(
    who: Who,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let (from, card) = match who {
        Who::Player => (act.pick(0).player(), Face::aimed(act.pick(1))),
        Who::Target => (Some(target(act)), Face::aimed(act.pick(0))),
        _ => (Some(act.seat), Face::aimed(act.pick(0))),
    };
    let (Some(from), Some(card)) = (from, card) else { return Flow::Nothing };
    game.throw_away(from, card, log);
    Flow::Done
}
/// It may have been found for who it also is.
fn note_also(what: What, card: Face, game: &Game, log: &mut impl Sink<Event>) {
    if let What::Person(person) | What::PersonOrBone(person) = what {
        game.note_also(card, person, log);
    }
}
pub(crate) fn recall(
    what: What,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let seat = act.seat;
    let Some(card) = Face::aimed(act.pick(0)) else { return Flow::Nothing };
    let Some(id) = game.cards.find(discards(seat), card.number()) else { return Flow::Nothing };
    game.cards.put(id, hand(seat));
    log.tell(To::ALL, || Event::Took { seat, card });
    note_also(what, card, game, log);
    Flow::Done
}
pub(crate) fn search(
    what: What,
    game: &mut Game,
    act: &mut Act,
    luck: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let seat = act.seat;
    let found =
        Face::aimed(act.pick(0)).and_then(|card| Some((card, game.cards.find(deck(seat), card.number())?)));
    match found {
        Some((card, id)) => {
            game.cards.open(id);
            log.reveal(To::ALL, || Event::Found { seat, card });
            game.cards.put(id, hand(seat));
            note_also(what, card, game, log);
        }
        // That nothing was found tells nobody whether it was there.
        None => log.tell(To::ALL, || Event::FoundNothing { seat }),
    }
    game.shuffle(seat, luck);
    Flow::Done
}
pub(crate) fn dig(
    n: Few,
    rest: Rest,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let seat = act.seat;
    let Some(card) = Face::aimed(act.pick(0)) else { return Flow::Nothing };
    let many = n.0.min(game.count(deck(seat)));
    let from = usize::from(game.count(deck(seat)) - many);
    let found = game.cards.row(deck(seat)).skip(from).find(|&id| game.face(id) == card);
    let Some(id) = found else { return Flow::Nothing };
    game.cards.put(id, hand(seat));
    log.reveal(To::only(seat), || Event::Kept { seat, card });
    match rest {
        Rest::AnyOrder if many > 1 => game.push(Step::Bury(seat, many - 1)),
        Rest::AnyOrder => {}
        Rest::AsItLay => {
            for _ in 1..many {
                if let Some(id) = game.cards.top(deck(seat)) {
                    game.cards.put_under(id, deck(seat));
                }
            }
        }
    }
    Flow::Done
}
pub(crate) fn more_actions(
    n: Few,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    _: &mut impl Sink<Event>,
) -> Flow {
    // Only whoever has the turn has actions (rule 4.4).
    if act.seat != game.open.turn {
        return Flow::Nothing;
    }
    game.open.actions = game.open.actions.saturating_add(n.0);
    Flow::Done
}
pub(crate) fn play_agent(game: &mut Game, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let Some(card) = Face::aimed(act.pick(0)) else { return Flow::Nothing };
    let Some(id) = game.cards.find(hand(act.seat), card.number()) else { return Flow::Nothing };
    bring(game, act.seat, id, log)
}
pub(crate) fn play_discarded(
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let Some(card) = Face::aimed(act.pick(0)) else { return Flow::Nothing };
    let Some(id) = game.cards.find(discards(act.seat), card.number()) else { return Flow::Nothing };
    bring(game, act.seat, id, log)
}
/// An Agent comes by another card. Where too much is half done already it stays where it is, as everybody can count.
fn bring(game: &mut Game, seat: Seat, id: ccg::Id, log: &mut impl Sink<Event>) -> Flow {
    if !game.open.frames.has_room(8) {
        return Flow::Nothing;
    }
    game.bring_agent(seat, id, true, log);
    Flow::Done
}
pub(crate) fn cycle(game: &mut Game, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    game.push(Step::Cycle(act.seat, 0));
    Flow::Done
}
pub(crate) fn discard_agent(
    _: Few,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let Some(id) = game.cards.tagged(act.pick(0).tag()) else { return Flow::Nothing };
    game.discard_from_play(id, log);
    Flow::Done
}
pub(crate) fn discard_swinger(
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let Some(id) = game.cards.tagged(act.pick(0).tag()) else { return Flow::Nothing };
    game.discard_from_play(id, log);
    Flow::Done
}
pub(crate) fn return_agent(
    _: Whose,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let Some(id) = game.cards.tagged(act.pick(0).tag()) else { return Flow::Nothing };
    game.return_from_play(id, log);
    Flow::Done
}
fn give_up(who: Who, n: Few, fate: Fate, game: &mut Game, act: &Act) -> Flow {
    let (row, many) = seats(who, game, act);
    for &seat in row[..many].iter().rev() {
        game.push(Step::Yield(seat, n.0, fate));
    }
    Flow::Done
}
pub(crate) fn discard_agents(
    who: Who,
    n: Few,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    _: &mut impl Sink<Event>,
) -> Flow {
    give_up(who, n, Fate::Discarded, game, act)
}
pub(crate) fn return_agents(
    who: Who,
    n: Few,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    _: &mut impl Sink<Event>,
) -> Flow {
    give_up(who, n, Fate::Returned, game, act)
}
pub(crate) fn sacrifice(
    n: Few,
    game: &mut Game,
    act: &mut Act,
    luck: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let Some(id) = game.cards.tagged(act.pick(0).tag()) else { return Flow::Nothing };
    game.discard_from_play(id, log);
    game.draw(act.seat, n.0, luck, log);
    Flow::Done
}
pub(crate) fn attack_at_once(
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    if game.open.fight.is_on() || act.seat != game.open.turn {
        return Flow::Nothing;
    }
    game.declare_attack(act.seat, act.me, act.pick(0).tag(), log);
    Flow::Done
}
pub(crate) fn slugfest(game: &mut Game, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    game.begin_slugfest(act.seat, log);
    Flow::Done
}
pub(crate) fn commend(game: &mut Game, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let Some(card) = Face::aimed(act.pick(0)) else { return Flow::Nothing };
    let Some(id) = game.cards.find(hand(act.seat), card.number()) else { return Flow::Nothing };
    game.score_card(id, log);
    Flow::Done
}
pub(crate) fn reshuffle(game: &mut Game, act: &mut Act, luck: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let (seat, n) = (act.seat, game.count(discards(act.seat)));
    game.shuffle_back(seat, luck);
    log.tell(To::ALL, || Event::Reshuffled { seat, n });
    did(n > 0)
}
fn lasts(game: &mut Game, act: &Act, what: Lasts, until: Until) -> Flow {
    begin(&mut game.open.effects, Lasting { what, on: Tag::NONE, from: Tag::NONE, by: act.seat, until });
    Flow::Done
}
pub(crate) fn feel(
    vibe: Vibe,
    n: Few,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    _: &mut impl Sink<Event>,
) -> Flow {
    lasts(game, act, Lasts::Vibes(vibe, n.0), Until::EndOfTurn)
}
pub(crate) fn shelter(game: &mut Game, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    lasts(game, act, Lasts::Shelter, Until::TurnOf(act.seat))
}
pub(crate) fn no_help(game: &mut Game, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    lasts(game, act, Lasts::NoHelp(target(act)), Until::TurnOf(act.seat))
}
pub(crate) fn lose_action(
    n: Few,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    _: &mut impl Sink<Event>,
) -> Flow {
    let next = &mut game.open.next[target(act).index()];
    next.fewer = next.fewer.saturating_add(n.0);
    Flow::Done
}
pub(crate) fn no_attacks(game: &mut Game, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    game.open.next[target(act).index()].no_attacks = true;
    Flow::Done
}
pub(crate) fn draw_for_agents(
    most: Few,
    game: &mut Game,
    act: &mut Act,
    luck: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let n = game.agents(target(act)).count().min(usize::from(most.0)) as u8;
    did(game.draw(act.seat, n, luck, log) > 0)
}
pub(crate) fn lose_swingers(
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    did(game.sweep(target(act), log))
}
pub(crate) fn lose_least(game: &mut Game, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    game.push(Step::Least(target(act)));
    Flow::Done
}
pub(crate) fn return_itself(
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let (seat, card) = (act.seat, Face::of(act.card));
    let Some(id) = game.cards.find(discards(seat), act.card) else { return Flow::Nothing };
    game.cards.put(id, hand(seat));
    log.tell(To::ALL, || Event::Returned { seat, card });
    Flow::Done
}
pub(crate) fn stay(game: &mut Game, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let (seat, card) = (act.seat, Face::of(act.card));
    let Some(id) = game.cards.row(AIR).find(|&id| game.face(id) == card) else { return Flow::Nothing };
    game.cards.put(id, swingers(seat));
    let at = game.cards.enter(id).unwrap_or(Tag::NONE);
    log.tell(To::ALL, || Event::Stays { seat, card, at });
    Flow::Done
}
pub(crate) fn save(game: &mut Game, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    match game.open.frames.get_mut(usize::from(act.about)) {
        Some(Frame::Own(Step::Lost(_, _, saved))) => {
            *saved = true;
            Flow::Done
        }
        _ => Flow::Nothing,
    }
}
pub(crate) fn take_down(game: &mut Game, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let (Some(from), Some(card)) = (act.pick(0).player(), Face::aimed(act.pick(1))) else {
        return Flow::Nothing;
    };
    did(game.unscore(from, card, log))
}
pub(crate) fn pay_itself(game: &mut Game, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let Some(id) = game.cards.tagged(act.me) else { return Flow::Nothing };
    game.discard_from_play(id, log);
    Flow::Done
}
pub(crate) fn pay_card(game: &mut Game, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let Some(card) = Face::aimed(act.picks[0]) else { return Flow::Nothing };
    game.throw_away(act.seat, card, log);
    Flow::Done
}
pub(crate) fn pay_scored(
    name: Person,
    game: &mut Game,
    act: &mut Act,
    _: &mut Luck,
    log: &mut impl Sink<Event>,
) -> Flow {
    let found = game.row(score(act.seat)).find(|face| face.card().is_person(name));
    let Some(card) = found else { return Flow::Nothing };
    did(game.unscore(act.seat, card, log))
}
