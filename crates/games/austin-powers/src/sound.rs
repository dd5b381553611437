//! Is a written position one that play can come to? Whatever the rules rely on is checked here, so that nothing is laid out that
//! would fall over, or stand still, some turns later. Each refusal names its rule.

use ccg::lasting::Lasting;
use ccg::program::Op;
use ccg::{Id, Marks as _, Tag};
use table::{Fault, Game as _, MAX_SEATS, Seat, SeatSet, Status};

use crate::cards::{Face, Kind, Mark};
use crate::judge;
use crate::look::Look;
use crate::position::{CardDoing, Doing, Position, is_everybody};
use crate::state::{
    AIR, AustinPowers, Fight, Frame, GOAL, GONE, IDLE_ROUNDS, Lasts, MOST_ROUNDS, Reason, Step, bones, crew,
    deck, discards, hand, score, swingers,
};
use crate::tongue::Moment;
use crate::turn::is_melee;

type Sound = Result<(), Fault>;

fn sound(so: bool, near: &str, what: &str) -> Sound {
    if so { Ok(()) } else { Err(Fault::near(near, what)) }
}

impl Position {
    /// What must be right before a card is laid.
    pub(crate) fn check_seats(&self) -> Sound {
        let n = usize::from(self.seats);
        sound((2..=MAX_SEATS).contains(&n), "seats", "there are two to six players (1.1)")?;
        let rows = [&self.hands, &self.discards, &self.scored, &self.agents, &self.swingers, &self.bones];
        let fits = |rows: usize| rows == 0 || rows <= n;
        sound(
            rows.iter().all(|rows| fits(rows.len())),
            "hands",
            "there are more rows of cards than players (1.1)",
        )?;
        sound(
            self.decks.as_ref().is_none_or(|decks| decks.len() == n),
            "decks",
            "there is one draw deck for each player (3.1)",
        )?;
        sound(self.next.len() <= n, "next", "there are more next turns than players (4.5)")?;
        sound(
            self.sides.is_empty() || self.sides.len() == n,
            "sides",
            "there is one allegiance for each player (1.3)",
        )?;
        let sits = |seat: Seat| seat.0 < self.seats && !self.out.has(seat);
        let known = |set: SeatSet| set.iter().all(|seat| seat.0 < self.seats);
        sound(known(self.out) && known(self.winners), "out", "nobody sits there (1.1)")?;
        sound((self.out.len() as usize) < n, "out", "somebody is left (15.4)")?;
        sound(self.turn.0 < self.seats, "turn", "nobody sits there (1.1)")?;
        sound(self.effects.len() <= 16 && self.doing.len() <= 16, "doing", "too much is half done (4.11)")?;
        let effect = |effect: &Lasting<Lasts>| {
            let on = !matches!(effect.what, Lasts::NoHelp(seat) if seat.0 >= self.seats);
            on && effect.by.0 < self.seats && effect.on == Tag::NONE && effect.from == Tag::NONE
        };
        sound(
            self.effects.iter().all(effect),
            "effects",
            "an effect is about somebody who does not play (17.20)",
        )?;
        if let Some(fight) = &self.fight {
            let all = [Some(fight.by), Some(fight.at), fight.last];
            let there = all.into_iter().flatten().all(|seat| seat.0 < self.seats) && known(fight.done);
            sound(there, "fight", "somebody fights who does not play (6.1)")?;
        }
        for doing in &self.doing {
            let there = match doing {
                Doing::Step(step) => match *step {
                    Step::Even(seat) | Step::Won(seat) | Step::Enter(seat) | Step::Brawl(seat) => {
                        seat.0 < self.seats
                    }
                    Step::Lost(seat, ..) | Step::Chain(seat, _) => seat.0 < self.seats,
                    Step::Shed(seat, n) | Step::Bury(seat, n) => sits(seat) && (1..=30).contains(&n),
                    Step::Cycle(seat, n) => sits(seat) && n <= 30,
                    Step::Yield(seat, n, _) => sits(seat) && (1..=30).contains(&n),
                    Step::Least(seat) => sits(seat),
                    Step::Tie(seats) => {
                        seats.len() > 1 && seats.iter().all(|seat| sits(seat) && seat != self.turn)
                    }
                    Step::Turn | Step::Spent | Step::Fight | Step::Throw | Step::Sign => true,
                },
                Doing::Card(CardDoing::Saving(seat)) => sits(*seat),
                Doing::Card(CardDoing::Card(text)) => {
                    sits(text.by) && text.target.is_none_or(|seat| seat.0 < self.seats)
                }
            };
            sound(there, "doing", "there is no such player, or no such number (1.1)")?;
        }
        Ok(())
    }

    /// Is it something that play can come to?
    pub(crate) fn check(&self, game: &AustinPowers) -> Sound {
        let open = &game.open;
        let players = u16::from(game.players());
        sound(
            self.turns <= MOST_ROUNDS * u16::from(self.seats),
            "turns",
            "no game has that many turns (15.3)",
        )?;
        sound(
            // Whoever leaves makes rounds shorter, and that is counted when the turn is over.
            self.idle < IDLE_ROUNDS * u16::from(self.seats) || self.over.is_some(),
            "idle",
            "after ten idle rounds the game is over (15.3)",
        )?;
        let theirs = |seat: Seat| {
            game.all_cards().all(|id| game.cards.owner(id) != seat || game.cards.place(id) == GONE)
        };
        sound(self.out.iter().all(theirs), "out", "whoever has left has no cards on the table (15.4)")?;
        let gone = |id: Id| self.out.has(game.cards.owner(id));
        sound(
            game.cards.row(GONE).all(gone),
            "gone",
            "only the cards of those who have left are gone (15.4)",
        )?;
        for id in game.all_cards() {
            let place = game.cards.place(id);
            let in_play = Seat::all(self.seats).any(|seat| place == crew(seat) || place == swingers(seat));
            let tagged = game.cards.marks(id).tag() != Tag::NONE;
            sound(in_play == tagged, "agents", "only cards in play go by a number (3.3)")?;
            let home = Seat::all(self.seats).all(|seat| {
                place == bones(seat)
                    || place != crew(seat)
                        && place != hand(seat)
                        && place != deck(seat)
                        && place != discards(seat)
                        && place != score(seat)
                        && place != swingers(seat)
                    || game.cards.owner(id) == seat
            });
            sound(home, "agents", "a card lies with its owner (15.2)")?;
            let hidden =
                Seat::all(self.seats).any(|seat| place == hand(seat) || place == deck(seat)) || place == GONE;
            sound(
                hidden || is_everybody(game.cards.known(id)),
                "agents",
                "everybody sees what lies there (3.3)",
            )?;
            let own =
                Seat::all(self.seats).all(|seat| place != hand(seat) || game.cards.known(id).has(Some(seat)));
            sound(own, "hands", "everybody knows their own hand (3.3)")?;
        }
        let hundred = |seat: Seat| open.scores[seat.index()] >= GOAL;
        if let Some(reason) = self.over {
            let won = self.winners;
            sound(
                !won.is_empty() && won.iter().all(|seat| game.sits(seat)),
                "winners",
                "somebody who plays has won (1.2)",
            )?;
            let right = match reason {
                Reason::Hundred => won.len() == 1 && won.iter().all(hundred),
                Reason::DeadEnd => true,
                Reason::Alone => players == 1,
            };
            return sound(right, "over", "nobody has won like this (15.1, 15.3, 15.4)");
        }
        sound(self.winners.is_empty(), "winners", "nobody has won before the game is over (15.1)")?;
        sound(
            !Seat::all(self.seats).any(hundred),
            "scored",
            "with a hundred points the game is over (15.1)",
        )?;
        sound(players > 1, "out", "whoever is left alone has won (15.4)")?;
        self.check_frames(game)?;
        // Somebody is asked, and has an answer.
        let status = game.status();
        sound(status != Status::Over, "doing", "nobody is asked (1.7)")?;
        let mut menu = Vec::new();
        for seat in status.asked().iter() {
            menu.clear();
            game.legal(seat, &mut menu);
            sound(!menu.is_empty(), "doing", "somebody is asked who has no answer (1.7)")?;
        }
        Ok(())
    }

    fn check_frames(&self, game: &AustinPowers) -> Sound {
        let open = &game.open;
        let frames = &open.frames;
        let base = |frame: &Frame| matches!(frame, Frame::Own(Step::Turn | Step::Spent | Step::Even(_)));
        let at_the_bottom = frames.first().is_some_and(base) && !frames.iter().skip(1).any(base);
        sound(at_the_bottom, "doing", "a turn is under way, and only one (4.7)")?;
        let main = frames.first() == Some(&Frame::Own(Step::Turn));
        // A slugfest goes on when whoever began it has left (15.4).
        let left = open.out.has(open.turn) && frames.len() == 2 && frames.last().is_some_and(is_melee);
        sound(main || frames.len() == 1 || left, "doing", "nothing is begun after the end of a turn (4.7)")?;
        sound(game.sits(open.turn) || !main, "turn", "the turn of one who has left is over (15.4)")?;
        let is = |step: fn(&Step) -> bool| {
            let mut at =
                frames.iter().enumerate().filter(|(_, frame)| matches!(frame, Frame::Own(own) if step(own)));
            (at.next().map(|(at, _)| at), at.count())
        };
        let top = frames.len() - 1;
        // A Happening face down.
        let (signs, more) = is(|step| matches!(step, Step::Sign | Step::Tie(_)));
        let laid = u8::from(self.laid.is_some());
        let held = open.laid.is_none_or(|laid| {
            laid != Face::HIDDEN
                && laid.card().kind == Kind::Happening
                && game.row(hand(open.turn)).any(|face| face == laid)
        });
        sound(
            held,
            "laid",
            "a Happening that lies face down counts among the cards of its player's hand (9.2)",
        )?;
        sound(
            laid <= 1 && (laid == 1) == signs.is_some() && more == 0,
            "laid",
            "a Happening lies face down while its target is found, and only one (9.2)",
        )?;
        sound(
            signs.is_none_or(|at| at == top) && (signs.is_none() || game.players() > 2),
            "doing",
            "with two players nobody races, and nothing else is done in the middle of a Happening (9.5, 4.11)",
        )?;
        let (chain, more) = is(|step| matches!(step, Step::Chain(..)));
        sound(
            more == 0 && chain.is_none_or(|at| at == top),
            "chain",
            "nothing but ship Agents is played in a chain (4.11)",
        )?;
        self.check_fight(game, top)?;
        self.check_texts(game)
    }

    fn check_fight(&self, game: &AustinPowers, top: usize) -> Sound {
        let (open, frames) = (&game.open, &game.open.frames);
        let fight = &open.fight;
        let steps: Vec<(usize, Step)> = (0..)
            .zip(frames.iter())
            .filter_map(|(at, frame)| match frame {
                Frame::Own(
                    step @ (Step::Fight
                    | Step::Throw
                    | Step::Enter(_)
                    | Step::Brawl(_)
                    | Step::Lost(..)
                    | Step::Won(_)),
                ) => Some((at, *step)),
                _ => None,
            })
            .collect();
        if steps.is_empty() {
            let bones = Seat::all(self.seats).any(|seat| game.count(bones(seat)) > 0);
            return sound(*fight == Fight::default() && !bones, "fight", "nobody fights (6.1)");
        }
        let theirs = |seat: Seat| match fight.fighters[seat.index()] {
            Tag::NONE => true,
            tag => game.agent(tag).is_some_and(|(of, _)| of == seat) && game.sits(seat),
        };
        let strangers = fight.fighters.iter().skip(usize::from(self.seats)).any(|tag| *tag != Tag::NONE);
        sound(
            Seat::all(self.seats).all(theirs) && !strangers,
            "fight",
            "an Agent fights for its own player (6.1)",
        )?;
        let stray = |seat: Seat| {
            game.count(bones(seat)) > 0
                && !fight.has(seat)
                && !steps
                    .iter()
                    .any(|(_, step)| matches!(step, Step::Won(s) | Step::Lost(s, ..) if *s == seat))
        };
        sound(!Seat::all(self.seats).any(stray), "bones", "Bones lie on Agents that fight (6.8)")?;
        let kinds: Vec<Step> = steps.iter().map(|(_, step)| *step).collect();
        let answering = |seat: Seat| seat == fight.by || seat == fight.at;
        let attack = !fight.slugfest
            && fight.by != fight.at
            && fight.last.is_none_or(answering)
            && fight.done.iter().all(answering);
        let both = fight.has(fight.by)
            && fight.has(fight.at)
            && fight.fighters.iter().filter(|tag| **tag != Tag::NONE).count() == 2;
        let bones_match = |seat: Seat| fight.last.is_some() || game.count(bones(seat)) == 0;
        let begun = fight.by == open.turn
            && kinds.iter().any(|step| matches!(step, Step::Fight | Step::Enter(_) | Step::Brawl(_)));
        let marks = |seat: Seat| match game.agent(fight.fighters[seat.index()]) {
            Some((_, face)) => fight.slugfest <= (face.card().mark == Mark::Assassin),
            None => true,
        };
        if begun {
            let mark = game.agent(fight.fighters[fight.by.index()]).map(|(_, face)| face.card().mark);
            let kind = fight.slugfest || mark.is_none_or(|mark| fight.kill == (mark == Mark::Assassin));
            sound(kind, "fight", "the attacker's mark decides what kind of attack it is (6.4)")?;
        }
        let fought = kinds.iter().any(|step| matches!(step, Step::Lost(..) | Step::Won(_)));
        sound(begun || fought, "fight", "only whoever has the turn attacks, or begins a slugfest (4.2)")?;
        sound(
            fight.kill || !fight.slugfest,
            "fight",
            "in a slugfest it counts what Bones need to Assassinate (14.3)",
        )?;
        sound(Seat::all(self.seats).all(marks), "fight", "only Assassins enter a slugfest (14.1)")?;
        let right = match kinds[..] {
            [Step::Fight] => attack && both && Seat::all(self.seats).all(bones_match),
            [Step::Fight, Step::Throw] => {
                attack
                    && both
                    && steps[1].0 == top
                    && steps[0].0 + 1 == top
                    && fight.done.has(fight.answers())
            }
            [Step::Enter(seat)] => {
                fight.slugfest
                    && fight.last.is_none()
                    && fight.done.is_empty()
                    && steps[0].0 == top
                    && !fight.has(seat)
                    && Seat::all(self.seats).all(|seat| game.count(bones(seat)) == 0)
            }
            [Step::Brawl(_)] => {
                fight.slugfest
                    && fight.last.is_none_or(|last| fight.has(last))
                    && Seat::all(self.seats).all(bones_match)
            }
            [Step::Won(won)] => game.sits(won) && (fight.slugfest || answering(won)),
            [Step::Won(won), ref lost @ ..] => {
                let all = lost.iter().all(|step| matches!(step, Step::Lost(seat, ..) if *seat != won));
                let rising = steps.windows(2).all(|two| two[0].0 + 1 == two[1].0);
                game.sits(won)
                    && all
                    && rising
                    && (fight.slugfest || attack && lost.len() == 1 && answering(won))
            }
            _ => false,
        };
        sound(right, "fight", "an attack or a slugfest does not go like this (6.5, 14.3)")
    }

    fn check_texts(&self, game: &AustinPowers) -> Sound {
        let frames = &game.open.frames;
        let mut air: Vec<Face> = game.row(AIR).collect();
        for (at, frame) in frames.iter().enumerate() {
            let top = at + 1 == frames.len();
            match frame {
                Frame::Act(act) => {
                    let card = Face::of(act.card).card();
                    let known = card.script.head(act.nth).is_some()
                        && usize::from(act.pc) < card.script.ops(act.nth).len();
                    sound(known, "card", "the card has no such text, or it is not as long (4.10)")?;
                    sound(
                        act.asks() == top,
                        "card",
                        "a text waits for its player, or for what it has begun (4.10)",
                    )?;
                    sound(
                        !matches!(card.script.op(act.nth, act.pc), Op::Again(_) | Op::Each(..)),
                        "card",
                        "no text goes round (4.10)",
                    )?;
                    let mine = act.me == Tag::NONE
                        || game.tagged(act.me).is_none_or(|(_, face)| face.number() == act.card);
                    sound(mine, "me", "another card goes by that number (3.3)")?;
                    sound(at > 0, "card", "a turn is under way (4.7)")?;
                    let used = matches!(card.kind, Kind::Swinger | Kind::Happening) && act.me == Tag::NONE;
                    if used {
                        let lies = air.iter().position(|face| face.number() == act.card);
                        match lies {
                            Some(n) => drop(air.swap_remove(n)),
                            None => {
                                return Err(Fault::near(
                                    "air",
                                    "what is being used is in the air (8.3, 9.6)",
                                ));
                            }
                        }
                        sound(
                            act.seat == game.open.turn,
                            "card",
                            "only whoever has the turn uses a card (4.2)",
                        )?;
                        let target = Seat(act.n as u8);
                        let aimed = card.kind != Kind::Happening || game.sits(target) && target != act.seat;
                        sound(aimed, "target", "a Happening has another player for a target (9.3)")?;
                    }
                }
                Frame::Window(window) => {
                    let about = frames.get(usize::from(window.about));
                    let asked = window.round.map(|round| round.asked());
                    let lost = matches!(about, Some(Frame::Own(Step::Lost(seat, true, false))) if Some(*seat) == asked);
                    sound(
                        top && lost && !game.open.fight.slugfest,
                        "saving",
                        "only a losing Agent can be saved (17.30)",
                    )?;
                    let could = asked.is_some_and(|seat| {
                        game.tagged_row(swingers(seat))
                            .any(|(_, face)| face.card().script.answers(Moment::Losing))
                    });
                    sound(could, "saving", "nobody has a card that could save it (17.30)")?;
                }
                Frame::Own(step) => {
                    let asked = judge::asks_itself(game, *step);
                    sound(
                        !top || asked.is_some(),
                        "doing",
                        "the last thing that is under way asks somebody (1.7)",
                    )?;
                    let fits = match *step {
                        Step::Bury(seat, n) => {
                            let top = game
                                .cards
                                .row(deck(seat))
                                .skip(usize::from(game.count(deck(seat)).saturating_sub(n)));
                            n <= game.count(deck(seat))
                                && top.into_iter().all(|id| game.cards.known(id).has(Some(seat)))
                        }
                        _ => true,
                    };
                    sound(fits, "bury", "they have looked at the cards that they put at the bottom (17.8)")?;
                }
            }
        }
        sound(air.is_empty(), "air", "what is in the air is being used (8.3, 9.6)")
    }
}
