//! The machine that carries abilities out, and the judge that says what may be answered.
//!
//! A game tells it what its words mean: [`World`] is what can be asked of a table, which a state and a view both answer;
//! [`Doer`] is what can be done to it. Menus, refusals and windows all ask the one judge ([`may`]), so they cannot disagree.

mod judge;

use table::{Luck, Rule, Seat, Sink};

use judge::meant;
pub use judge::{asked, may, may_act, menu, question};

use crate::frame::{Act, Aim, Frame, Frames, NO_FRAME, Window};
use crate::program::{Op, Script, Tongue, When};
use crate::tag::Tag;
use crate::window::{Manner, Round};

/// One answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reply {
    /// Lets it happen.
    Pass,
    /// Does what may be done.
    Yes,
    /// Leaves it.
    No,
    /// Picks one side of several.
    Side(u8),
    /// Picks something.
    Pick(Aim),
    /// There is nothing to pick, which others cannot know.
    Nothing,
    /// Uses an ability of a card in hand: the card, and which of its abilities.
    Play(u16, u8),
    /// Uses an ability of a card in play.
    Use(Tag, u8),
}

/// Why the kernel refuses something. The game has a rule for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// Somebody else is asked.
    NotAsked,
    /// The game is over.
    Over,
    /// It is not in their hand.
    NotHeld,
    /// There is no such card in play.
    NotThere,
    /// Somebody else decides about that card.
    NotYours,
    /// The card has no such ability.
    NoSuchAbility,
    /// The ability works where the card does not lie: in the hand, or in play.
    NotFromHere,
    /// What the ability answers is not what happens now.
    AnswersSomethingElse,
    /// The ability is no answer, and an answer is asked for.
    NoAnswer,
    /// The ability only answers, and there is nothing to answer.
    OnlyAnswers,
    /// It happens by itself, or is always so: nobody uses it.
    ByItself,
    /// It was used already.
    Once,
    /// Nothing can be aimed at.
    NoTarget,
    /// Something is to be picked.
    PickOne,
    /// There is something to pick.
    NotNothing,
    /// It is to be done or left.
    YesOrNo,
    /// One side is to be picked.
    PickASide,
    /// Nothing is there to be answered: it is their time to act.
    NothingToPass,
}

/// What came of carrying a word out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It happened.
    Done,
    /// There was nothing to do it to, or not all of it could be done. As a cost: the act fails.
    Nothing,
    /// The whole act fails.
    Fail,
}

/// How answers are put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answering {
    /// Each answer is carried out at once, with windows of its own, and then the window goes on.
    Nested,
    /// Answers gather until all pass; then the newest is carried out first.
    Chain,
}

type FrameOf<W> = Frame<<W as World>::Tongue, <W as World>::Own>;
type VerbOf<W> = <<W as World>::Tongue as Tongue>::Verb;
type PickOf<W> = <<W as World>::Tongue as Tongue>::Pick;
type MomentOf<W> = <<W as World>::Tongue as Tongue>::Moment;
type WindowOf<W> = Window<<W as World>::Tongue>;

/// A table, or a view of it: whatever can be asked, both answer alike.
pub trait World {
    /// The words of its cards.
    type Tongue: Tongue;
    /// The steps of the game itself.
    type Own: Copy;
    /// Every number on the table, worked out once for each question.
    type Board;
    /// How many frames an answer needs at most: itself, and a window about it.
    const DEPTH: usize = 2;

    /// How answers are put together.
    fn answering(&self) -> Answering {
        Answering::Nested
    }
    /// How long windows stay open.
    fn manner(&self) -> Manner {
        Manner::UntilAllPass
    }
    /// What a card does.
    fn script(&self, card: u16) -> &'static Script<Self::Tongue>;
    /// What is half done.
    fn frames(&self) -> &[FrameOf<Self>];
    /// How many sit at the table.
    fn seats(&self) -> u8;
    /// Is the game over?
    fn is_over(&self) -> bool;
    /// Works out every number.
    fn board(&self) -> Self::Board;
    /// Everything that could be picked; not all of it fits.
    fn candidates(&self, _: PickOf<Self>, _: &Act, each: &mut impl FnMut(Aim)) {
        self.in_play().for_each(|card| each(Aim::at(card)));
    }
    /// May this be picked, and if not, by which rule? Whatever can be named is asked about here.
    fn fits(&self, board: &Self::Board, pick: PickOf<Self>, act: &Act, aim: Aim) -> Result<(), Rule>;
    /// Is there anything to pick, as far as whoever picks knows?
    fn has(&self, board: &Self::Board, pick: PickOf<Self>, act: &Act) -> bool {
        let mut any = false;
        self.candidates(pick, act, &mut |aim| any = any || self.fits(board, pick, act, aim).is_ok());
        any
    }
    /// Is somebody asked to pick? By what all can see: with nothing in secret to pick from, they are asked all the same.
    fn asks(&self, board: &Self::Board, pick: PickOf<Self>, act: &Act) -> bool {
        self.has(board, pick, act)
    }
    /// Who picks.
    fn chooser(&self, _: PickOf<Self>, act: &Act) -> Seat {
        act.seat
    }
    /// Is it so, and if not, by which rule?
    fn holds(&self, board: &Self::Board, test: <Self::Tongue as Tongue>::Test, act: &Act)
    -> Result<(), Rule>;
    /// Could this be paid now, as far as the act's player knows, and if not, by which rule?
    fn payable(&self, board: &Self::Board, cost: VerbOf<Self>, act: &Act) -> Result<(), Rule>;
    /// May this act begin, as far as the game itself is concerned, and if not, by which rule?
    fn may_begin(&self, _: &Self::Board, _: &Act) -> Result<(), Rule> {
        Ok(())
    }
    /// The card that something is done to.
    fn subject(&self, verb: VerbOf<Self>, act: &Act) -> Tag;
    /// Every card in play, in the order of the handles.
    fn in_play(&self) -> impl Iterator<Item = Tag>;
    /// What a card in play is, if everybody can see it.
    fn face(&self, card: Tag) -> Option<u16>;
    /// Who decides about it.
    fn controller(&self, card: Tag) -> Seat;
    /// The different cards of a hand, as far as they are known.
    fn held(&self, seat: Seat) -> impl Iterator<Item = u16>;
    /// Has this ability of a card been used in this turn?
    fn is_used(&self, _: Tag, _: u8) -> bool {
        false
    }
    /// Does any card do something by itself at this moment? A game in which none does says no.
    #[inline]
    fn listens(&self, _: MomentOf<Self>) -> bool {
        true
    }
    /// Who is asked first about what is in this frame.
    fn first_asked(&self, about: &FrameOf<Self>) -> Seat;
    /// Could this seat have an answer, as far as all can see?
    fn could_answer(&self, seat: Seat, window: &WindowOf<Self>) -> bool;
    /// The frame that an answer to this moment would be about in this window, if it can be given there at all. In a chain
    /// that may be another answer.
    fn answers_now(&self, moment: MomentOf<Self>, window: &WindowOf<Self>, _: Seat) -> Option<u8> {
        (moment == window.moment).then_some(window.about)
    }
    /// Whom a step of the game asks; `None`: it goes on by itself.
    fn own_asks(&self, own: &Self::Own) -> Option<Seat>;
    /// May abilities be used in this step?
    fn own_acts(&self, own: &Self::Own) -> bool;
    /// The rule behind one of the kernel's refusals; of an act, where one was meant.
    fn rule(&self, why: Why, act: Option<&Act>) -> Rule;
}

/// Would this word find something to act on now, as far as the act's player knows?
#[inline]
pub fn finds<W: World + ?Sized>(world: &W, board: &W::Board, verb: VerbOf<W>, act: &Act) -> bool {
    let mut picks = W::Tongue::chooses(verb).into_iter().flatten();
    // What is picked second depends on what is picked first.
    let pick = picks.next();
    pick.is_none_or(|pick| world.has(board, pick, act))
        && W::Tongue::needs(verb).is_none_or(|test| world.holds(board, test, act).is_ok())
}

/// Does what was chosen for a word when its act was declared still fit, and was there anything to choose? Others may have
/// had their say since.
pub fn still_fits<W: World>(world: &W, board: &W::Board, verb: VerbOf<W>, act: &Act) -> bool {
    (0..).zip(W::Tongue::chooses(verb).into_iter().flatten()).all(|(n, pick)| {
        let aim = act.pick(usize::from(n));
        aim != Aim::NONE && world.fits(board, pick, &act.with_picks_at(act.at + n), aim).is_ok()
    })
}

/// A table that things are done to.
pub trait Doer: World + Clone + PartialEq {
    /// What it tells.
    type Event;
    /// Its frames.
    type Frames: Frames<FrameOf<Self>>;

    /// Is there room for this many more frames?
    fn room(&self, more: usize) -> bool;
    /// Its frames, to be changed.
    fn frames_mut(&mut self) -> &mut Self::Frames;
    /// Carries out a word.
    fn perform(
        &mut self,
        verb: VerbOf<Self>,
        act: &mut Act,
        luck: &mut Luck,
        log: &mut impl Sink<Self::Event>,
    ) -> Flow;
    /// Goes on with a step of the game that asks nobody.
    fn go_on(&mut self, own: Self::Own, luck: &mut Luck, log: &mut impl Sink<Self::Event>);
    /// An act begins: its card leaves the hand for all to see, what has its price is paid for, and what works once is used
    /// up.
    fn declare(&mut self, act: &mut Act, log: &mut impl Sink<Self::Event>);
    /// Whoever is about to pick looks at what they pick from: a deck that is searched, say.
    fn let_see(&mut self, _: PickOf<Self>, _: &Act, _: &mut impl Sink<Self::Event>) {}
    /// An act is over, whatever came of it: its card goes where it belongs.
    fn finish(&mut self, act: &Act, log: &mut impl Sink<Self::Event>);
    /// Tells that a seat is asked, has passed, or answers.
    fn announce(&mut self, news: News<Self::Tongue>, log: &mut impl Sink<Self::Event>);
}

/// What the kernel has to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News<T: Tongue> {
    /// Somebody may answer.
    Asked(Seat, T::Moment),
    /// They let it happen.
    Passed(Seat),
    /// An act has begun.
    Begun(Act),
    /// Something was picked.
    Picked(Act, Aim),
    /// An act has been cancelled, or has failed.
    Dead(Act),
    /// The word before this point of an act has changed something: told only to whoever counts ([`Sink::wants_changes`]).
    Changed(Act),
}

/// Carries out an answer that the judge allows. [`run`] goes on from there.
pub fn answer<D: Doer>(game: &mut D, seat: Seat, reply: Reply, log: &mut impl Sink<D::Event>) {
    let top = game.frames().len().saturating_sub(1);
    match (game.frames().last().copied(), reply) {
        (Some(Frame::Window(window)), Reply::Pass) => {
            game.announce(News::Passed(seat), log);
            let round = window.round.and_then(|round| round.passed(|seat| is_askable(game, seat, &window)));
            put_question(game, top, Window { round, ..window }, log);
        }
        (Some(Frame::Window(window)), _) => begin(game, seat, reply, Some((top, window)), log),
        (Some(Frame::Own(_)), _) => begin(game, seat, reply, None, log),
        (Some(Frame::Act(mut act)), _) => {
            let op = question(game, &act);
            act.ask(false);
            act.at = 0;
            act.pc += 1;
            match (op, reply) {
                (Some(Op::Target(n, _) | Op::Choose(n, ..)), Reply::Pick(aim)) => {
                    act.picks[usize::from(n)] = aim;
                    game.announce(News::Picked(act, aim), log);
                }
                (Some(Op::May(by)), Reply::No) => act.pc += by,
                (Some(Op::Fork(_)), Reply::Side(side)) => act.pc += side,
                _ => {}
            }
            game.frames_mut()[top] = Frame::Act(act);
        }
        (None, _) => {}
    }
}

/// Begins an act: the card is brought out, and the frame goes on top; in a chain it goes under the window that goes on.
fn begin<D: Doer>(
    game: &mut D,
    seat: Seat,
    reply: Reply,
    window: Option<(usize, WindowOf<D>)>,
    log: &mut impl Sink<D::Event>,
) {
    let Ok(mut act) = meant(game, seat, reply) else { return };
    if let Some((_, window)) = window
        && let Some(When::React(moment)) = game.script(act.card).head(act.nth).map(|head| head.when)
    {
        act.about = game.answers_now(moment, &window, seat).unwrap_or(window.about);
    }
    game.declare(&mut act, log);
    game.announce(News::Begun(act), log);
    match window {
        Some((top, window)) => {
            game.frames_mut()[top] = Frame::Window(Window { answered: true, ..window });
            let at = if game.answering() == Answering::Chain { top } else { top + 1 };
            game.frames_mut().insert(at, Frame::Act(act));
        }
        None => game.frames_mut().push(Frame::Act(act)),
    }
}

/// Can a seat be asked? Not without room for an answer, which everybody can count, and not about what is dead.
fn is_askable<D: Doer>(game: &D, seat: Seat, window: &WindowOf<D>) -> bool {
    let room = D::DEPTH + usize::from(game.seats());
    let dead = matches!(game.frames().get(usize::from(window.about)), Some(Frame::Act(act)) if act.is_dead());
    !dead && game.room(room) && game.could_answer(seat, window)
}

/// Says who is asked next, or closes the window.
fn put_question<D: Doer>(game: &mut D, top: usize, window: WindowOf<D>, log: &mut impl Sink<D::Event>) {
    match window.round {
        Some(round) => {
            game.frames_mut()[top] = Frame::Window(window);
            game.announce(News::Asked(round.asked(), window.moment), log);
        }
        None => {
            game.frames_mut().pop();
        }
    }
}

/// Runs until somebody is asked or the game is over.
pub fn run<D: Doer>(game: &mut D, luck: &mut Luck, log: &mut impl Sink<D::Event>) {
    #[cfg(test)]
    let mut steps = 0;
    while !game.is_over() {
        #[cfg(test)]
        {
            steps += 1;
            assert!(steps < 10_000, "it goes on for ever");
        }
        let Some(top) = game.frames().len().checked_sub(1) else { return };
        match &game.frames()[top] {
            Frame::Own(own) if game.own_asks(own).is_some() => return,
            Frame::Window(window) if window.round.is_some() && !window.answered => return,
            Frame::Act(act) if act.asks() => return,
            Frame::Own(own) => {
                let own = *own;
                game.go_on(own, luck, log);
            }
            Frame::Window(window) => {
                let window = *window;
                go_on_asking(game, top, window, log);
            }
            Frame::Act(act) => {
                let act = *act;
                go_on_acting(game, top, act, luck, log);
            }
        }
    }
}

/// A window that waits for nobody: what happens by itself comes first, then the next seat is found.
fn go_on_asking<D: Doer>(game: &mut D, top: usize, window: WindowOf<D>, log: &mut impl Sink<D::Event>) {
    #[cfg(test)]
    if crate::fault::is(&format!("window {:?}", window.moment)) {
        game.frames_mut().pop();
        return;
    }
    let Some(about) = game.frames().get(usize::from(window.about)).copied() else {
        game.frames_mut().pop();
        return;
    };
    let mut window = window;
    if !window.begun {
        // One after the other, in the order of the handles; what one does may end the next. Two that set each other off for
        // ever stop when there is no room for more.
        let listens = game.listens(window.moment) && game.room(D::DEPTH + 1);
        if let Some(act) = listens.then(|| next_auto(game, &window)).flatten() {
            game.frames_mut()[top] = Frame::Window(Window { last: (act.me, act.nth), ..window });
            game.announce(News::Begun(act), log);
            game.frames_mut().push(Frame::Act(act));
            return;
        }
        window.begun = true;
    }
    let can = |seat: Seat| is_askable(game, seat, &window);
    let round = match window.round {
        None => Round::open(game.manner(), game.seats(), game.first_asked(&about), can),
        Some(round) => round.answered(can),
    };
    put_question(game, top, Window { round, answered: false, ..window }, log);
}

/// The next ability that happens by itself at the moment of a window.
fn next_auto<D: Doer>(game: &D, window: &WindowOf<D>) -> Option<Act> {
    #[cfg(test)]
    if crate::fault::is("auto") {
        return None;
    }
    let board = game.board();
    for card in game.in_play() {
        let Some(face) = game.face(card) else { continue };
        let script = game.script(face);
        for nth in script.autos(window.moment) {
            let act = Act::new(face, nth, game.controller(card), card, window.about);
            let later = window.last.0 == Tag::NONE || (card, nth) > window.last;
            let only = script.head(nth).map_or(&[][..], |head| &head.only);
            if later && only.iter().all(|test| game.holds(&board, *test, &act).is_ok()) {
                return Some(act);
            }
        }
    }
    None
}

/// One operation of an act.
fn go_on_acting<D: Doer>(
    game: &mut D,
    top: usize,
    mut act: Act,
    luck: &mut Luck,
    log: &mut impl Sink<D::Event>,
) {
    let op = if act.is_dead() { Op::End } else { game.script(act.card).op(act.nth, act.pc) };
    #[cfg(test)]
    let op = crate::fault::in_op::<D::Tongue>(op);
    let mut open = None;
    act.pc = act.pc.saturating_add(1);
    match op {
        Op::End => {
            if act.is_dead() {
                game.announce(News::Dead(act), log);
            }
            // Out of the way first: what its end sets off may go on top.
            game.frames_mut().pop();
            game.finish(&act, log);
            return;
        }
        Op::Target(_, pick) => {
            if game.has(&game.board(), pick, &act) {
                act.ask(true);
                act.pc -= 1;
            } else {
                act.fail();
            }
        }
        Op::Choose(n, pick, by) => {
            act.picks[usize::from(n)] = Aim::NONE;
            act.at = n;
            if game.asks(&game.board(), pick, &act) {
                game.let_see(pick, &act, log);
                act.ask(true);
                act.pc -= 1;
            } else {
                act.at = 0;
                act.pc += by;
            }
        }
        // The answers of a chain have no windows of their own: the chain's is still open when they are given.
        Op::Open(_) | Op::Then(_) if game.answering() == Answering::Chain && act.about != NO_FRAME => {}
        Op::Open(moment) => open = Some((moment, subject(game, &act))),
        Op::Then(moment) => {
            if act.has_happened() {
                open = Some((moment, done_to(game, &act)));
            }
            act.happened(true);
            if let Some((verb, at)) = done(game, &act) {
                forget::<D>(&mut act, verb, at);
            }
        }
        Op::Pay(verb) => {
            if carry_out(game, top, verb, &mut act, luck, log) != Flow::Done {
                act.fail();
            }
        }
        Op::Do(verb, _) if act.was_prevented() => act.happened(D::Tongue::around(verb).1.is_none()),
        Op::Do(verb, at) => {
            act.at = at;
            let flow = carry_out(game, top, verb, &mut act, luck, log);
            act.at = 0;
            // Whether it has happened matters only to those who may answer it.
            let unanswered = D::Tongue::around(verb).1.is_none();
            if unanswered {
                forget::<D>(&mut act, verb, at);
            }
            act.happened(flow == Flow::Done || unanswered);
            if flow == Flow::Fail {
                act.fail();
            }
        }
        Op::Unless(test, by) => {
            let board = game.board();
            if game.holds(&board, test, &act).is_err() {
                act.pc += by;
            }
        }
        Op::Jump(by) => act.pc += by,
        Op::May(_) | Op::Fork(_) => {
            act.ask(true);
            act.pc -= 1;
        }
        Op::Each(pick, by) => {
            let board = game.board();
            let after = |card: &Tag| act.this == Tag::NONE || *card > act.this;
            let fits = |card: &Tag| game.fits(&board, pick, &act, Aim::at(*card)).is_ok();
            let next = game.in_play().filter(after).find(fits);
            match next {
                Some(card) => act.this = card,
                None => {
                    act.this = Tag::NONE;
                    act.pc += by;
                }
            }
        }
        Op::Again(back) => act.pc -= back,
    }
    // What was done may have changed the act itself, or ended everything: it is put back only where it was.
    if let Some(Frame::Act(now)) = game.frames().get(top).copied() {
        if now.is_cancelled() {
            act.cancel();
        }
        game.frames_mut()[top] = Frame::Act(act);
    }
    if let Some((moment, subject)) = open {
        open_window(game, moment, subject, top);
    }
}

/// Carries out one word of an act.
fn carry_out<D: Doer>(
    game: &mut D,
    top: usize,
    verb: VerbOf<D>,
    act: &mut Act,
    luck: &mut Luck,
    log: &mut impl Sink<D::Event>,
) -> Flow {
    // While it is carried out the act is where it belongs, so that what it does can find it.
    game.frames_mut()[top] = Frame::Act(*act);
    let before = log.wants_changes().then(|| game.clone());
    let flow = game.perform(verb, act, luck, log);
    if before.is_some_and(|before| before != *game) {
        game.announce(News::Changed(*act), log);
    }
    flow
}

/// Opens a window about what is in this frame: an act, or a step of the game itself. Whoever may answer is found when it
/// comes to its turn.
pub fn open_window<D: Doer>(game: &mut D, moment: MomentOf<D>, subject: Tag, about: usize) {
    if game.room(1) {
        let (last, about) = ((Tag::NONE, 0), about as u8);
        let window = Window { moment, subject, about, round: None, last, begun: false, answered: false };
        game.frames_mut().push(Frame::Window(window));
    }
}

/// What was chosen for a word is of no use any more: two positions that mean the same are equal.
#[inline]
fn forget<D: Doer>(act: &mut Act, verb: VerbOf<D>, at: u8) {
    let chosen = D::Tongue::chooses(verb).iter().flatten().count();
    act.picks.iter_mut().skip(usize::from(at)).take(chosen).for_each(|pick| *pick = Aim::NONE);
}

/// The word before the operation at hand, and where its picks begin.
fn done<D: Doer>(game: &D, act: &Act) -> Option<(VerbOf<D>, u8)> {
    match act.pc.checked_sub(2).map(|pc| game.script(act.card).op(act.nth, pc)) {
        Some(Op::Do(verb, at)) => Some((verb, at)),
        _ => None,
    }
}

/// The card that the next thing is done to.
fn subject<D: Doer>(game: &D, act: &Act) -> Tag {
    match game.script(act.card).op(act.nth, act.pc) {
        Op::Do(verb, at) => game.subject(verb, &act.with_picks_at(at)),
        _ => act.picks[0].tag(),
    }
}

/// The card that the last thing was done to.
fn done_to<D: Doer>(game: &D, act: &Act) -> Tag {
    done(game, act).map_or(Tag::NONE, |(verb, at)| game.subject(verb, &act.with_picks_at(at)))
}

/// Cancels the act at this frame.
pub fn cancel<D: Doer>(game: &mut D, at: u8) -> Flow {
    #[cfg(test)]
    let at = crate::fault::at(at, "cancel");
    change(game, at, |act| {
        let fresh = !act.is_dead();
        act.cancel();
        fresh
    })
}

/// What the act at this frame is about to do does not happen.
pub fn prevent<D: Doer>(game: &mut D, at: u8) -> Flow {
    #[cfg(test)]
    let at = crate::fault::at(at, "prevent");
    change(game, at, |act| {
        act.prevent();
        true
    })
}

/// The act at this frame is aimed at another card, and whoever may answer that is asked anew.
pub fn redirect<D: Doer>(game: &mut D, at: u8, from: Tag, to: Tag) -> Flow {
    #[cfg(test)]
    let at = crate::fault::at(at, "redirect");
    let Some(Frame::Act(act)) = game.frames().get(usize::from(at)).copied() else { return Flow::Nothing };
    let anew = game.script(act.card).head(act.nth).and_then(|head| head.targeted);
    change(game, at, |act| {
        let aimed = |pick: &&mut Aim| pick.tag() == from && from != to;
        let Some(aim) = act.picks.iter_mut().find(aimed) else { return false };
        *aim = Aim::at(to);
        if let Some(pc) = anew {
            act.pc = pc;
        }
        true
    })
}

fn change<D: Doer>(game: &mut D, at: u8, change: impl FnOnce(&mut Act) -> bool) -> Flow {
    match game.frames_mut().get_mut(usize::from(at)) {
        Some(Frame::Act(act)) => {
            if change(act) {
                Flow::Done
            } else {
                Flow::Nothing
            }
        }
        _ => Flow::Nothing,
    }
}

/// A seat is out of the game: nobody waits for it, and nothing more comes of what it had begun.
pub fn leave_out<D: Doer>(game: &mut D, seat: Seat) {
    #[cfg(test)]
    let seat = if crate::fault::is("leave out") { crate::HOUSE } else { seat };
    for at in 0..game.frames().len() {
        match game.frames()[at] {
            Frame::Act(mut act) if act.seat == seat => {
                act.cancel();
                game.frames_mut()[at] = Frame::Act(act);
            }
            Frame::Window(window) => {
                let can = |other: Seat| other != seat && is_askable(game, other, &window);
                if let Some(round) = window.round {
                    let round = round.without(seat, can);
                    // With nobody left to ask it closes when its turn comes.
                    let answered = window.answered || round.is_none();
                    let round = round.or(window.round);
                    game.frames_mut()[at] = Frame::Window(Window { round, answered, ..window });
                }
            }
            _ => {}
        }
    }
}
