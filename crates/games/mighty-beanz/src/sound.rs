//! Is a written position one that play can come to? Whatever the rules rely on is checked here, so that nothing is laid out
//! that would fall over, or stand still, some turns later. Each refusal names its rule.

use ccg::Manner;
use ccg::machine::{self, World as _};
use table::{Fault, Game, Luck, Mute, Seat, Seed, Status, Stream};

use crate::cards::{Face, Kind};
use crate::judge::{self, WIDEST};
use crate::look::Look;
use crate::position::{CardDoing, Deeds, Doing, Position};
use crate::state::{
    AIR, Attack, Fate, Frame, GALAXIES, Galaxy, Lie, MightyBeanz, RING, Reason, Side, Slot, Step, deck, foe,
    hand, loot, loot_each, primed, slots,
};
use crate::tongue::{Deed, Moment};
use crate::turn::{OPENING, TRIES};

type Sound = Result<(), Fault>;

fn wrong(near: &str, what: &str) -> Sound {
    Err(Fault::near(near, what))
}

impl Position {
    /// What must be right before a card is laid.
    pub(crate) fn check_seats(&self) -> Sound {
        let winner = self.winner.is_some_and(|seat| seat.0 > 1);
        if self.turn.0 > 1 || winner || self.answers.iter().any(|answer| answer.by > 1) {
            let near = if self.turn.0 > 1 {
                "turn"
            } else if winner {
                "winner"
            } else {
                "answers"
            };
            return wrong(near, "there are only seats 0 and 1 (1.1)");
        }
        for frame in &self.doing {
            let fits = match frame {
                Doing::Step(step) => match *step {
                    Step::Keep(seat) | Step::Hide(seat) => seat.0 < 2,
                    Step::Guess(seat, side) => seat.0 < 2 && side != Side::Hidden,
                    Step::Lay(galaxy, tries) => galaxy.0 < GALAXIES && (1..=TRIES).contains(&tries),
                    Step::Aim(galaxy, tries, lie) => {
                        let lies = if self.steady { lie == Lie::default() } else { lie.0 < shot::LIES };
                        lies && galaxy.0 < GALAXIES && (1..=TRIES).contains(&tries)
                    }
                    Step::Flick(galaxy, tries, lie, aim) => {
                        let aims = (-WIDEST..=WIDEST).contains(&aim) && lie.0 < shot::LIES;
                        aims && !self.steady && galaxy.0 < GALAXIES && (1..=TRIES).contains(&tries)
                    }
                    Step::Attack(attack) => attack.by < 1 << RING && attack.galaxy.0 < GALAXIES,
                    Step::Gather(by) | Step::Strike(by) => by < 1 << RING,
                    _ => true,
                },
                Doing::Card(CardDoing::Answers(_, round)) => round.is_sound(Manner::UntilAllPass, 2),
                Doing::Card(CardDoing::Deeds(deeds)) => deeds.face != Face::HIDDEN,
            };
            if !fits {
                return wrong(
                    "doing",
                    "there is no such seat, side, slot, galaxy, aim or card (1.1 to 1.10, 10.3)",
                );
            }
        }
        Ok(())
    }

    /// Is it something that play can come to?
    pub(crate) fn check(&self, game: &MightyBeanz) -> Sound {
        if self.turns > self.house.most_turns() {
            return wrong("turns", "no game has more than 100 turns (11.4)");
        }
        for seat in Seat::all(2) {
            let left: u8 = Galaxy::from_left_of(seat).map(|galaxy| game.count(loot(seat, galaxy))).sum();
            if self.captured[seat.index()].saturating_add(left) > GALAXIES * loot_each(self.expert) {
                return wrong(
                    "captured",
                    "nobody can capture Loot that is still there: each has six, nine in the Expert game (1.7, 12.2)",
                );
            }
        }
        if self.air_is_short(game) {
            return wrong("air", "every answer is a card being played (9.3)");
        }
        if let Some(reason) = self.over {
            return self.check_end(game, reason);
        }
        if self.winner.is_some() {
            return wrong("winner", "nobody has won before the game is over (11.3)");
        }
        if Seat::all(2).any(|seat| game.count(deck(seat)) == 0) {
            return wrong("decks", "with an empty deck the game is over (11.2)");
        }
        for seat in Seat::all(2) {
            for galaxy in Galaxy::from_left_of(seat) {
                if !(1..=loot_each(self.expert)).contains(&game.count(loot(seat, galaxy))) {
                    return wrong(
                        "loot",
                        "each galaxy has one or two Loot cards, up to three in the Expert game (1.7)",
                    );
                }
            }
        }
        let helps = |face: Face| face.card().kind == Kind::Action && face.card().helps_attack();
        // At the end of a turn what lies ready has lapsed.
        let early = game.open.frames.first() == Some(&Frame::Own(Step::Main));
        let ready = |seat| game.count(primed(seat)) > 0;
        if !game.row(primed(self.turn)).all(helps) || ready(foe(self.turn)) || ready(self.turn) && !early {
            return wrong(
                "ready",
                "only this turn's Actions that help the next attack can lie ready (7.7, 7.8)",
            );
        }
        self.check_stack(game)?;
        self.check_air(game)?;
        self.check_answers(game)?;
        check_rest(game)
    }

    fn air_is_short(&self, game: &MightyBeanz) -> bool {
        usize::from(game.count(AIR)) < self.answers.len()
    }

    /// A game that is over has ended by a rule of chapter 11.
    fn check_end(&self, game: &MightyBeanz, reason: Reason) -> Sound {
        let [a, b] = self.captured;
        let more = match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Seat(0)),
            std::cmp::Ordering::Less => Some(Seat(1)),
            std::cmp::Ordering::Equal => None,
        };
        let fits = match reason {
            Reason::Loot => self.winner.is_some_and(|seat| {
                Galaxy::from_left_of(seat).any(|galaxy| game.count(loot(seat, galaxy)) == 0)
            }),
            Reason::EmptyDeck => self.winner == more && Seat::all(2).any(|seat| game.count(deck(seat)) == 0),
            Reason::HundredTurns | Reason::ThousandTurns => {
                self.winner == more
                    && self.turns == self.house.most_turns()
                    && reason == self.house.last_turn()
            }
        };
        if fits {
            Ok(())
        } else {
            wrong("over", "the game is not over, or not for this reason (11.1 to 11.4)")
        }
    }

    /// What is in the air belongs to what is being done, the newest on top.
    fn check_air(&self, game: &MightyBeanz) -> Sound {
        let mut cards = game.row(AIR);
        let mut under: Option<&Doing> = None;
        for doing in &self.doing {
            let freebie = matches!(under, Some(Doing::Card(_)));
            let fits = match doing {
                Doing::Step(Step::Place) if freebie => {
                    cards.next().is_some_and(|card| card.card().kind == Kind::Bean)
                }
                Doing::Step(Step::Place) => cards
                    .next()
                    .is_some_and(|card| card.card().kind == Kind::Bean || card.card().kind.is_cosmos()),
                Doing::Step(Step::Arrive(..)) => {
                    cards.next().is_some_and(|card| card.card().kind == Kind::Bean)
                }
                Doing::Card(CardDoing::Deeds(Deeds { slot: None, face, .. })) => {
                    cards.next().is_some_and(|card| card.card().slug == face.card().slug)
                }
                _ => true,
            };
            if !fits {
                return wrong("air", "the cards being played do not fit what is being done (3.3, 3.4, 5.1)");
            }
            under = Some(doing);
        }
        if cards.count() != self.answers.len() {
            return wrong("air", "the cards being played do not fit what is being done (3.3, 3.4, 9.3)");
        }
        Ok(())
    }

    /// Every answer is an Instant that could be played there (rules 9.1, 9.2, 9.7).
    fn check_answers(&self, game: &MightyBeanz) -> Sound {
        let about = match game.frame() {
            Some(Frame::Window(window))
                if window.round.is_some_and(|round| game.could_answer(round.asked(), &window)) =>
            {
                window.moment
            }
            Some(Frame::Window(_)) => {
                return wrong("doing", "this seat would not be asked for an answer (9.4)");
            }
            _ if self.answers.is_empty() => return Ok(()),
            _ => return wrong("answers", "there are answers where nobody is asked for one (9.3)"),
        };
        let base = usize::from(game.count(AIR)) - self.answers.len();
        for ((n, answer), card) in self.answers.iter().enumerate().zip(game.row(AIR).skip(base)) {
            let (by, at) = (Seat(answer.by), usize::from(answer.at));
            let theirs = by != self.turn;
            let fits = match card.card().answers {
                Some(Moment::Action) if at == 0 => about == Moment::Action && theirs,
                Some(Moment::Action) => at <= n && self.answers[at - 1].by != answer.by,
                Some(moment) => about == moment && theirs && at == 0,
                None => false,
            };
            if !fits {
                return wrong("answers", "that answer cannot have been given (9.1, 9.2, 9.7)");
            }
        }
        Ok(())
    }

    /// What is half done lies in an order in which it can have been begun, and is about what lies on the table.
    fn check_stack(&self, game: &MightyBeanz) -> Sound {
        let mut under = None;
        for doing in self.doing.iter().cloned() {
            check_doing(game, under, doing.clone())?;
            under = Some(doing);
        }
        if under.is_none() {
            wrong("doing", "until the game is over something is always being done (2.1)")
        } else {
            Ok(())
        }
    }
}

/// The table waits for an answer, and there is one.
fn check_rest(game: &MightyBeanz) -> Sound {
    let mut on = game.clone();
    let mut luck: Luck = Seed::from(0).luck(Stream::Play);
    machine::run(&mut on, &mut luck, &mut Mute);
    if on != *game {
        return wrong("doing", "this would not wait for an answer but go on by itself (2.1)");
    }
    let mut acts = Vec::new();
    if let Status::Ask(asked) = judge::status(game) {
        game.legal(asked, &mut acts);
    }
    if acts.is_empty() {
        wrong("doing", "nobody would be asked anything in this position (1.12)")
    } else {
        Ok(())
    }
}

fn check_doing(game: &MightyBeanz, under: Option<Doing>, doing: Doing) -> Sound {
    use CardDoing::{Answers, Deeds as Of};
    use Doing::{Card, Step as Own};
    let turn = game.open.turn;
    let mine = |slot: Slot| slot.seat() == turn;
    let attacks = |by: u16| {
        slots(by).all(|slot| mine(slot) && game.bean(slot).is_some_and(|face| face.card().attacks()))
    };
    let order = "these things cannot have been started in this order";
    let fits = |fits: bool, what: &str, rule: &str| match fits {
        true => Ok(()),
        false => wrong("doing", &format!("{what} ({rule})")),
    };
    match (under, doing) {
        (None, Own(Step::Hide(_) | Step::Guess(..) | Step::Main)) => Ok(()),
        (None, Own(Step::Down)) => {
            fits(game.count(hand(turn)) > game.hand_size(turn), "the hand is not too large", "2.7")
        }
        (Some(Own(Step::Hide(_))), Own(Step::Keep(Seat(1))))
        | (Some(Own(Step::Keep(Seat(1)))), Own(Step::Keep(Seat(0)))) => {
            let enough = Seat::all(2).all(|seat| game.count(hand(seat)) + game.count(deck(seat)) > OPENING);
            fits(enough, "deck and hand are too small for a new hand of five", "1.8")
        }
        (Some(Own(Step::Main)), Own(Step::Count)) => Ok(()),
        (
            Some(Own(below @ (Step::Count | Step::Lay(_, 1)))),
            Own(Step::Lay(galaxy, _) | Step::Aim(galaxy, ..) | Step::Flick(galaxy, ..)),
        ) => {
            let place = |galaxy| Galaxy::from_left_of(turn).position(|other| other == galaxy);
            let leftmost = match below {
                Step::Lay(other, _) => place(galaxy) < place(other),
                _ => true,
            };
            fits(
                leftmost && game.is_full(turn, galaxy),
                "a shot is for a full galaxy, the leftmost first",
                "10.1, 10.2",
            )
        }
        (Some(Own(Step::Main)), Own(Step::Place)) => Ok(()),
        (Some(Card(Of(deeds))), Own(Step::Place)) => fits(deeds.last() == Some(Deed::Freebie), order, "8.7"),
        (Some(below @ (Own(Step::Main) | Card(Of(_)))), Own(Step::Arrive(slot, fate))) => {
            let free = mine(slot) && game.count(slot.bean()) == 0 && fate == Fate::Lands;
            let begun = match below {
                Card(Of(deeds)) => deeds.last() == Some(Deed::Freebie),
                _ => true,
            };
            fits(free && begun, "a Bean arrives in an empty slot of whoever plays it", "3.3")
        }
        (Some(Own(Step::Main)), Card(Of(deeds))) => check_deeds(game, deeds),
        (Some(Own(Step::Main)), Own(Step::Gather(by))) => {
            let upright = slots(by).all(|slot| game.upright(slot).is_some());
            let paid = attacks(by) && game.blitz_cost(by) <= game.open.points;
            fits(
                game.may_blitz() && upright && paid,
                "these Beans cannot gather, or cost more than there are points",
                "8.2",
            )
        }
        (Some(Own(Step::Main)), Own(Step::Strike(by) | Step::Attack(Attack { by, .. }))) => {
            fits(attacks(by) && by.count_ones() > 1, "a Blitz takes two or more of one's own Beans", "8.2")
        }
        (Some(Card(Of(Deeds { slot: Some(slot), .. }))), Own(Step::Attack(attack))) => {
            let own = attack.by == slot.bit() && attacks(attack.by) && attack.galaxy == slot.galaxy();
            fits(own, "a Bean attacks in its own galaxy", "6.2")
        }
        (Some(Card(Of(deeds))), Own(Step::Lose(n))) => {
            let held = (1..=game.count(hand(foe(turn)))).contains(&n);
            let begun = matches!(deeds.last(), Some(Deed::Shed(_)));
            fits(held && begun, "the other seat cannot discard that many cards", "8.14")
        }
        (Some(Card(Of(Deeds { slot: None, at: 0, first: None, .. }))), Card(Answers(Moment::Action, _)))
        | (Some(Own(Step::Arrive(..))), Card(Answers(Moment::Bean, _))) => Ok(()),
        (Some(Own(Step::Attack(attack))), Card(Answers(Moment::Attack, _))) => {
            let Attack { stopped, boomerang, shield, spun, .. } = attack;
            fits(
                !stopped && !boomerang && !spun && shield == 0,
                "answers take effect when all are given",
                "9.3",
            )
        }
        _ => fits(false, order, "2.1"),
    }
}

/// The clauses of an Action that was played, or of a Bean on the mat.
fn check_deeds(game: &MightyBeanz, deeds: Deeds) -> Sound {
    let (turn, card) = (game.open.turn, deeds.face.card());
    let mine = |slot: Slot| slot.seat() == turn;
    let whose = match deeds.slot {
        Some(slot) => mine(slot) && card.kind == Kind::Bean && !card.deeds.is_empty(),
        None => card.kind == Kind::Action,
    };
    let first = deeds.first.is_none_or(|slot| {
        let deed = card.deeds.get(usize::from(deeds.at));
        let two = deed.is_some_and(|deed| deed.picks()[1].is_some());
        two && mine(slot) && game.count(slot.bean()) > 0
    });
    let named = deeds.named.is_some() == game.open.house.targets_first
        && (deeds.named.is_none() || deeds.first.is_none());
    if !whose || !first || !named || deeds.dead || usize::from(deeds.at) > card.deeds.len() {
        return wrong(
            "doing",
            "no card does this: it has no such clause, or the clause is about something else (3.4, 4.5, 8.17)",
        );
    }
    Ok(())
}
