//! What can be asked of a table by the one who rules it and by one who only sees it: the same questions, the same answers,
//! so that menus, refusals and words can never disagree.

use ccg::machine::World;
use ccg::{Place, Tag};
use table::{Rule, Seat, SeatSet};

use crate::cards::{Face, Mark, Sex, Vibe, Vibes};
use crate::state::{Frame, Lasts, Open, Step, bones, crew, deck, hand, swingers, whose};
use crate::tongue::{Mojo, Person};

/// What a card in play is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// The vibes of a kind that an Agent puts out.
    PutsOut(Vibe),
    /// How many vibes of a kind fewer a Bone needs.
    Need(Vibe),
    /// Is an Agent no target of attacks?
    Shielded,
    /// Does an Agent love as Unibrau does?
    Loves,
    /// Does playing an Agent cost no action?
    Free,
    /// Is the Agent this person?
    Person(Person),
}

/// A question to a card.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// What is asked.
    pub figure: Figure,
    /// Whose card it is.
    pub seat: Seat,
    /// The card that is asked.
    pub from: Tag,
    /// The Agent that it is about.
    pub of: Tag,
    /// What that is.
    pub face: Face,
}

/// A table, or a view of it.
pub trait Look: World<Tongue = Mojo, Own = Step, Board = ()> + Sized {
    /// All that everybody sees besides the cards.
    fn open(&self) -> &Open;
    /// The known cards at a place, from the bottom up.
    fn row(&self, place: Place) -> impl Iterator<Item = Face>;
    /// How many cards lie there, known or not.
    fn count(&self, place: Place) -> u8;
    /// The cards in play at a place, with their handles.
    fn tagged_row(&self, place: Place) -> impl Iterator<Item = (Tag, Face)>;
    /// Where the card with this handle lies, and what it is.
    fn tagged(&self, tag: Tag) -> Option<(Place, Face)>;
    /// The top cards of a draw deck, as far as they are known, from the top down.
    fn on_top(&self, seat: Seat, n: u8) -> impl Iterator<Item = Face>;

    /// What is asked now, or being done.
    #[inline]
    fn frame(&self) -> Option<Frame> {
        self.open().frames.top()
    }

    /// Is this somebody who plays and has not left?
    #[inline]
    fn sits(&self, seat: Seat) -> bool {
        seat.0 < self.open().seats && !self.open().out.has(seat)
    }

    /// Everybody who plays, from this seat on.
    fn seated(&self, from: Seat) -> impl Iterator<Item = Seat> {
        let (seats, out) = (self.open().seats, self.open().out);
        (0..seats).map(move |n| Seat((from.0 + n) % seats)).filter(move |seat| !out.has(*seat))
    }

    /// The next player round the table (rule 1.5).
    fn after(&self, seat: Seat) -> Seat {
        self.seated(seat.next(self.open().seats)).next().unwrap_or(seat)
    }

    /// How many play.
    fn players(&self) -> u8 {
        self.open().seats - self.open().out.len() as u8
    }

    /// The active Agents of a seat.
    #[inline]
    fn agents(&self, seat: Seat) -> impl Iterator<Item = (Tag, Face)> {
        self.tagged_row(crew(seat))
    }

    /// An active Agent, and whose it is.
    #[inline]
    fn agent(&self, tag: Tag) -> Option<(Seat, Face)> {
        let (place, face) = self.tagged(tag)?;
        let (seat, _) = whose(place)?;
        (place == crew(seat)).then_some((seat, face))
    }

    /// A Swinger on the table, and whose it is.
    fn swinger(&self, tag: Tag) -> Option<(Seat, Face)> {
        let (place, face) = self.tagged(tag)?;
        let (seat, _) = whose(place)?;
        (place == swingers(seat)).then_some((seat, face))
    }

    /// Has a seat an active Agent who is this person, besides one (rule 5.7)?
    fn has_active(&self, seat: Seat, person: Person, besides: Tag) -> bool {
        self.agents(seat).any(|(tag, face)| tag != besides && face.card().is_person(person))
    }

    /// Is such an Agent active on any side?
    fn is_any_active(&self, person: Person) -> bool {
        (0..self.open().seats).any(|seat| self.has_active(Seat(seat), person, Tag::NONE))
    }

    /// The cards of a seat in play that say something that is so, as long as they are there (rules 5.6, 8.5).
    fn givers(&self, seat: Seat) -> impl Iterator<Item = (Tag, Face)> {
        let both = self.agents(seat).chain(self.tagged_row(swingers(seat)));
        both.filter(|(_, face)| !face.card().gifts.is_empty())
    }

    /// What a card says to a question.
    fn says(&self, giver: Face, ask: &Ask) -> i32 {
        giver.card().gifts.iter().map(|gift| gift.gives(self, ask)).sum()
    }

    /// What an Agent puts out (rules 5.2, 17.27).
    fn put_out(&self, seat: Seat, of: Tag, face: Face) -> Vibes {
        let mut vibes = face.card().vibes;
        for (from, giver) in self.givers(seat) {
            for vibe in Vibe::ALL {
                let ask = Ask { figure: Figure::PutsOut(vibe), seat, from, of, face };
                vibes.add(vibe, self.says(giver, &ask));
            }
        }
        vibes
    }

    /// What a seat has (rules 5.10, 17.20): of its active Agents, not of those in its score pile (rule 5.9).
    fn vibes(&self, seat: Seat) -> Vibes {
        let mut vibes = Vibes::default();
        if self.givers(seat).next().is_none() {
            for (_, face) in self.agents(seat) {
                vibes = vibes.and(face.card().vibes);
            }
        } else {
            for (tag, face) in self.agents(seat) {
                vibes = vibes.and(self.put_out(seat, tag, face));
            }
        }
        for effect in self.open().effects.iter().filter(|effect| effect.by == seat) {
            if let Lasts::Vibes(vibe, n) = effect.what {
                vibes.add(vibe, i32::from(n));
            }
        }
        vibes
    }

    /// What a Bone of a seat needs (rules 6.4, 17.28).
    fn need(&self, seat: Seat, face: Face, kill: bool) -> Vibes {
        let mut need = face.card().need(kill);
        for (from, giver) in self.givers(seat) {
            for vibe in Vibe::ALL {
                let ask = Ask { figure: Figure::Need(vibe), seat, from, of: Tag::NONE, face };
                need.add(vibe, -self.says(giver, &ask));
            }
        }
        need
    }

    /// Does an Agent love as Unibrau does (rules 12.1, 12.2)?
    #[inline]
    fn loves(&self, seat: Seat, tag: Tag, face: Face) -> bool {
        let card = face.card();
        !card.gifts.is_empty()
            && self.says(face, &Ask { figure: Figure::Loves, seat, from: tag, of: tag, face }) > 0
    }

    /// May an Agent not be chosen as a target (rules 6.21, 17.21)?
    fn is_shielded(&self, seat: Seat, of: Tag, face: Face, kill: bool) -> bool {
        let sheltered = |by: Seat| self.open().effects.iter().any(|e| e.what == Lasts::Shelter && e.by == by);
        !kill && sheltered(seat)
            || self.givers(seat).any(|(from, giver)| {
                self.says(giver, &Ask { figure: Figure::Shielded, seat, from, of, face }) > 0
            })
    }

    /// May one Agent attack another, and if so, is it an Assassination (rules 6.1, 6.21)? It does not matter whether it came in this
    /// turn (rule 5.5). Every other player is an opponent (rule 1.6).
    fn may_attack(&self, seat: Seat, by: Tag, at: Tag) -> Result<bool, Rule> {
        let Some((mine, attacker)) = self.agent(by) else { return Err(Rule(6, 1)) };
        let Some((theirs, target)) = self.agent(at) else { return Err(Rule(6, 1)) };
        if mine != seat {
            return Err(Rule(3, 5));
        }
        if theirs == seat {
            return Err(Rule(6, 21));
        }
        let kill = self.may_meet((seat, by, attacker), (theirs, at, target))?;
        if self.is_shielded(theirs, at, target, kill) { Err(Rule(17, 21)) } else { Ok(kill) }
    }

    /// Is the one a target for the other, as far as marks, sexes and allegiances go?
    #[inline]
    fn may_meet(
        &self,
        (seat, by, attacker): (Seat, Tag, Face),
        (theirs, at, target): (Seat, Tag, Face),
    ) -> Result<bool, Rule> {
        let (mine, other) = (attacker.card(), target.card());
        // Assassins do not care whom anybody loves (rule 12.4).
        if mine.mark == Mark::Assassin {
            return if mine.of == other.of { Err(Rule(6, 3)) } else { Ok(true) };
        }
        let law = |face: Face| {
            // Unibrau's own rule, or that of the one who goes by it.
            face.card().gifts.first().map_or(Rule(12, 1), |gift| gift.row().rule)
        };
        if self.loves(seat, by, attacker) {
            return if other.sex == Sex::Female { Ok(false) } else { Err(law(attacker)) };
        }
        let loved = self.loves(theirs, at, target);
        match (mine.sex, loved) {
            (Sex::Male, true) => Err(law(target)),
            (Sex::Female, true) => Err(Rule(12, 3)),
            _ if mine.sex == other.sex => Err(Rule(6, 2)),
            _ => Ok(false),
        }
    }

    /// Does playing this Agent cost no action by what it says (rules 5.8, 12.6)?
    #[inline]
    fn is_free(&self, seat: Seat, face: Face) -> bool {
        let ask = Ask { figure: Figure::Free, seat, from: Tag::NONE, of: Tag::NONE, face };
        !face.card().gifts.is_empty() && self.says(face, &ask) > 0
    }

    /// Who may throw a Bone to whoever has asked (rules 6.11, 7.6)?
    fn throwers(&self) -> SeatSet {
        let open = self.open();
        let can =
            |seat: &Seat| !open.fight.has(*seat) && self.count(hand(*seat)) > 0 && !self.is_silenced(*seat);
        self.seated(open.turn).filter(can).collect()
    }

    /// May a seat throw no Bones and use no Happenings (rule 17.26)?
    fn is_silenced(&self, seat: Seat) -> bool {
        self.open().effects.iter().any(|effect| effect.what == Lasts::NoHelp(seat))
    }

    /// Everybody who makes the sign (rule 9.3).
    fn signers(&self) -> SeatSet {
        self.seated(self.open().turn).filter(|seat| *seat != self.open().turn).collect()
    }

    /// Could this Bone be played by a seat now (rules 6.7, 6.12)?
    fn has_vibes_for(&self, seat: Seat, face: Face) -> bool {
        self.vibes(seat).cover(self.need(seat, face, self.open().fight.kill))
    }

    /// The Assassins of a seat.
    fn assassins(&self, seat: Seat) -> impl Iterator<Item = (Tag, Face)> {
        self.agents(seat).filter(|(_, face)| face.card().mark == Mark::Assassin)
    }

    /// The least that a scored card of a seat is worth (rule 17.24).
    fn least(&self, seat: Seat) -> Option<u8> {
        self.row(crate::state::score(seat)).map(|face| face.card().value).min()
    }

    /// Could anybody be asked for help (rule 6.10)?
    fn has_helpers(&self) -> bool {
        self.players() > 2
    }

    /// Is somebody fighting who is still in the slugfest, besides whoever has the last Bone (rule 14.8)?
    fn is_slugfest_over(&self) -> bool {
        let fight = &self.open().fight;
        let mut left = self.seated(fight.by).filter(|seat| fight.has(*seat) && !fight.done.has(*seat));
        match (left.next(), left.next()) {
            (None, _) => true,
            (Some(one), None) => fight.last == Some(one),
            _ => false,
        }
    }

    /// The cards of a hand, each kind once: it is sorted.
    fn different(&self, place: Place) -> impl Iterator<Item = Face> {
        let mut last = None;
        self.row(place).filter(move |face| last.replace(*face) != Some(*face))
    }

    /// The Bones on a fighting Agent, the first one first.
    fn bones_on(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.row(bones(seat))
    }

    /// How many cards are in a draw deck.
    fn deck_count(&self, seat: Seat) -> u8 {
        self.count(deck(seat))
    }
}
