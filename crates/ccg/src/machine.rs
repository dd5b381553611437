//! The machine that carries abilities out, and the judge that says what may be answered.
//!
//! A game tells it what its words mean: [`World`] is what can be asked of a table, which a state and a view both answer;
//! [`Doer`] is what can be done to it. Menus, refusals and windows all ask the one judge ([`may`]), so they cannot disagree.

use table::{Luck, Rule, Seat, Sink};

use crate::frame::{Act, Frame, Frames, NO_FRAME, Window};
use crate::program::{Gap, Op, Program, Tongue, When, Where};
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
    /// Names a card in play.
    At(Tag),
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
    /// A target is asked for.
    NameATarget,
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
    /// What its cards do.
    fn program(&self) -> &'static Program<Self::Tongue>;
    /// What is half done.
    fn frames(&self) -> &[FrameOf<Self>];
    /// How many sit at the table.
    fn seats(&self) -> u8;
    /// Is the game over?
    fn is_over(&self) -> bool;
    /// Works out every number.
    fn board(&self) -> Self::Board;
    /// May this card be picked, and if not, by which rule?
    fn fits(
        &self,
        board: &Self::Board,
        pick: <Self::Tongue as Tongue>::Pick,
        act: &Act,
        card: Tag,
    ) -> Result<(), Rule>;
    /// Is it so, and if not, by which rule?
    fn holds(&self, board: &Self::Board, test: <Self::Tongue as Tongue>::Test, act: &Act)
    -> Result<(), Rule>;
    /// Could this be paid now, as far as the act's player knows, and if not, by which rule?
    fn payable(&self, board: &Self::Board, cost: VerbOf<Self>, act: &Act) -> Result<(), Rule>;
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
    fn is_used(&self, card: Tag, nth: u8) -> bool;
    /// Who is asked first about an act.
    fn first_asked(&self, act: &Act) -> Seat;
    /// Could this seat have an answer, as far as all can see?
    fn could_answer(&self, seat: Seat, window: &WindowOf<Self>) -> bool;
    /// Whom a step of the game asks; `None`: it goes on by itself.
    fn own_asks(&self, own: Self::Own) -> Option<Seat>;
    /// May abilities be used in this step?
    fn own_acts(&self, own: Self::Own) -> bool;
    /// The rule behind one of the kernel's refusals.
    fn rule(&self, why: Why) -> Rule;
}

/// A table that things are done to.
pub trait Doer: World {
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
    /// A card leaves a hand for all to see, and gets a handle.
    fn bring_out(&mut self, seat: Seat, card: u16, log: &mut impl Sink<Self::Event>) -> Tag;
    /// Takes note that an ability was used in this turn.
    fn use_up(&mut self, card: Tag, nth: u8);
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
    /// A target was named.
    Aimed(Act, Tag),
    /// An act has been cancelled, or has failed.
    Dead(Act),
}

/// Whom the table waits for; `None`: something goes on by itself, or the game is over.
pub fn asked<W: World>(world: &W) -> Option<Seat> {
    if world.is_over() {
        return None;
    }
    match *world.frames().last()? {
        Frame::Own(own) => world.own_asks(own),
        Frame::Window(Window { round, answered, .. }) => {
            round.filter(|_| !answered).map(|round| round.asked())
        }
        Frame::Act(act) => question(world, &act).map(|_| act.seat),
    }
}

/// What an act asks its player.
fn question<W: World>(world: &W, act: &Act) -> Option<Op<W::Tongue>> {
    act.asks().then(|| world.program().op(act.ability, act.pc))
}

/// May this seat answer so? The one judge, behind menus, refusals and windows.
pub fn may<W: World>(world: &W, board: &W::Board, seat: Seat, reply: Reply) -> Result<(), Rule> {
    #[cfg(test)]
    if crate::fault::is("judge") {
        return Ok(());
    }
    let no = |why: Why| Err(world.rule(why));
    if world.is_over() {
        return no(Why::Over);
    }
    if asked(world) != Some(seat) {
        return no(Why::NotAsked);
    }
    let Some(frame) = world.frames().last() else { return no(Why::NotAsked) };
    match (*frame, reply) {
        (Frame::Window(_), Reply::Pass) => Ok(()),
        (Frame::Window(window), Reply::Play(..) | Reply::Use(..)) => {
            may_use(world, board, seat, reply, Some(&window))
        }
        (Frame::Window(_), _) => no(Why::NoAnswer),
        (Frame::Own(own), Reply::Play(..) | Reply::Use(..)) if world.own_acts(own) => {
            may_use(world, board, seat, reply, None)
        }
        (Frame::Own(_), _) => no(Why::NothingToPass),
        (Frame::Act(act), reply) => match (question(world, &act), reply) {
            (Some(Op::Target(_, pick)), Reply::At(card)) => {
                if world.in_play().any(|there| there == card) {
                    world.fits(board, pick, &act, card)
                } else {
                    no(Why::NotThere)
                }
            }
            (Some(Op::Target(..)), _) => no(Why::NameATarget),
            (Some(Op::May(_)), Reply::Yes | Reply::No) => Ok(()),
            (Some(Op::Fork(sides)), Reply::Side(side)) if side < sides => Ok(()),
            (Some(Op::Fork(_)), _) => no(Why::PickASide),
            (_, _) => no(Why::YesOrNo),
        },
    }
}

/// The ability that is meant, and the act that would begin with it.
fn meant<W: World>(world: &W, seat: Seat, reply: Reply, about: u8) -> Result<Act, Why> {
    let (card, nth, me) = match reply {
        Reply::Play(card, nth) => {
            if !world.held(seat).any(|held| held == card) {
                return Err(Why::NotHeld);
            }
            (card, nth, Tag::NONE)
        }
        Reply::Use(tag, nth) => {
            let card = world.in_play().find(|there| *there == tag).and_then(|tag| world.face(tag));
            let card = card.ok_or(Why::NotThere)?;
            if world.controller(tag) != seat {
                return Err(Why::NotYours);
            }
            (card, nth, tag)
        }
        _ => return Err(Why::NoSuchAbility),
    };
    let abilities = world.program().of(card);
    let ability = abilities.start + u16::from(nth);
    if !abilities.contains(&ability) {
        return Err(Why::NoSuchAbility);
    }
    let here = if me == Tag::NONE { Where::Hand } else { Where::Play };
    let head = world.program().head(ability);
    if head.from == here { Ok(Act::new(ability, seat, me, about)) } else { Err(Why::NotFromHere) }
}

/// May an ability be used now (declaring, targets, costs)?
fn may_use<W: World>(
    world: &W,
    board: &W::Board,
    seat: Seat,
    reply: Reply,
    window: Option<&WindowOf<W>>,
) -> Result<(), Rule> {
    let about = window.map_or(NO_FRAME, |window| window.about);
    let act = meant(world, seat, reply, about).map_err(|why| world.rule(why))?;
    let head = world.program().head(act.ability);
    let wrong = match (head.when, window) {
        (When::Act, None) => None,
        (When::React(moment), Some(window)) => (moment != window.moment).then_some(Why::AnswersSomethingElse),
        (When::React(_), None) => Some(Why::OnlyAnswers),
        (When::Act, Some(_)) => Some(Why::NoAnswer),
        (When::Auto(_) | When::Always, _) => Some(Why::ByItself),
    };
    if let Some(why) = wrong {
        return Err(world.rule(why));
    }
    if head.once && act.me != Tag::NONE && world.is_used(act.me, head.nth) {
        return Err(world.rule(Why::Once));
    }
    head.only.iter().try_for_each(|test| world.holds(board, *test, &act))?;
    head.cost.iter().try_for_each(|cost| world.payable(board, *cost, &act))?;
    let aims = |pick| world.in_play().any(|card| world.fits(board, pick, &act, card).is_ok());
    if head.targets.iter().all(|pick| aims(*pick)) { Ok(()) } else { Err(world.rule(Why::NoTarget)) }
}

/// Lists what the seat that is asked may answer; what a step of the game itself offers is the game's to add.
pub fn menu<W: World>(world: &W, board: &W::Board, seat: Seat, mut list: impl FnMut(Reply)) {
    let mut offer = |reply: Reply| {
        if may(world, board, seat, reply).is_ok() {
            list(reply);
        }
    };
    let abilities = |offer: &mut dyn FnMut(Reply), fits: &dyn Fn(When<W::Tongue>) -> bool| {
        let program = world.program();
        let of = |card: u16| {
            program.of(card).filter(|&ability| fits(program.head(ability).when)).map(|a| program.head(a).nth)
        };
        world.held(seat).for_each(|card| of(card).for_each(|nth| offer(Reply::Play(card, nth))));
        for tag in world.in_play().filter(|&tag| world.controller(tag) == seat) {
            let Some(card) = world.face(tag) else { continue };
            of(card).for_each(|nth| offer(Reply::Use(tag, nth)));
        }
    };
    match world.frames().last() {
        Some(Frame::Window(window)) => {
            offer(Reply::Pass);
            abilities(&mut offer, &|when| when == When::React(window.moment));
        }
        Some(Frame::Own(own)) if world.own_acts(*own) => abilities(&mut offer, &|when| when == When::Act),
        Some(Frame::Act(act)) => match question(world, act) {
            Some(Op::Target(..)) => world.in_play().for_each(|card| offer(Reply::At(card))),
            Some(Op::May(_)) => [Reply::No, Reply::Yes].into_iter().for_each(offer),
            Some(Op::Fork(sides)) => (0..sides).map(Reply::Side).for_each(offer),
            _ => {}
        },
        _ => {}
    }
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
            act.pc += 1;
            match (op, reply) {
                (Some(Op::Target(n, _)), Reply::At(card)) => {
                    act.picks[usize::from(n)] = card;
                    game.announce(News::Aimed(act, card), log);
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
    let about = window.map_or(NO_FRAME, |(_, window)| window.about);
    let Ok(mut act) = meant(game, seat, reply, about) else { return };
    if let Reply::Play(card, _) = reply {
        act.me = game.bring_out(seat, card, log);
    }
    let (once, nth) = (game.program().head(act.ability).once, game.program().head(act.ability).nth);
    if once {
        game.use_up(act.me, nth);
    }
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
    while !game.is_over() && asked(game).is_none() {
        #[cfg(test)]
        {
            steps += 1;
            assert!(steps < 10_000, "it goes on for ever");
        }
        let Some(top) = game.frames().len().checked_sub(1) else { return };
        match game.frames()[top] {
            Frame::Own(own) => game.go_on(own, luck, log),
            Frame::Window(window) => go_on_asking(game, top, window, log),
            Frame::Act(act) => go_on_acting(game, top, act, luck, log),
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
    let Some(Frame::Act(about)) = game.frames().get(usize::from(window.about)).copied() else {
        game.frames_mut().pop();
        return;
    };
    if !window.begun {
        // One after the other, in the order of the handles; what one does may end the next. Two that set each other off for
        // ever stop when there is no room for more.
        let next = next_auto(game, &window).filter(|_| game.room(D::DEPTH + 1));
        let begun = next.is_none();
        let last = next.map_or(window.last, |act| (act.me, game.program().head(act.ability).nth));
        game.frames_mut()[top] = Frame::Window(Window { begun, last, ..window });
        if let Some(act) = next {
            game.announce(News::Begun(act), log);
            game.frames_mut().push(Frame::Act(act));
        }
        return;
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
        for ability in game.program().autos(face, window.moment) {
            let head = game.program().head(ability);
            let act = Act::new(ability, game.controller(card), card, window.about);
            let later = window.last.0 == Tag::NONE || (card, head.nth) > window.last;
            if later && head.only.iter().all(|test| game.holds(&board, *test, &act).is_ok()) {
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
    let op = if act.is_dead() { Op::End } else { game.program().op(act.ability, act.pc) };
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
            let board = game.board();
            if game.in_play().any(|card| game.fits(&board, pick, &act, card).is_ok()) {
                act.ask(true);
                act.pc -= 1;
            } else {
                act.fail();
            }
        }
        // The answers of a chain have no windows of their own: the chain's is still open when they are given.
        Op::Open(_) | Op::Then(_) if game.answering() == Answering::Chain && act.about != NO_FRAME => {}
        Op::Open(moment) => open = Some((moment, subject(game, &act))),
        Op::Then(moment) if act.has_happened() => open = Some((moment, done_to(game, &act))),
        Op::Then(_) => {}
        Op::Pay(verb) => {
            // While it is carried out the act is where it belongs, so that what it does can find it.
            game.frames_mut()[top] = Frame::Act(act);
            if game.perform(verb, &mut act, luck, log) != Flow::Done {
                act.fail();
            }
        }
        Op::Do(_) if act.was_prevented() => act.happened(false),
        Op::Do(verb) => {
            game.frames_mut()[top] = Frame::Act(act);
            let flow = game.perform(verb, &mut act, luck, log);
            act.happened(flow == Flow::Done);
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
            let next = game.in_play().filter(after).find(|&card| game.fits(&board, pick, &act, card).is_ok());
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
    if let Some((moment, subject)) = open
        && game.room(1)
    {
        let window = Window {
            moment,
            subject,
            about: top as u8,
            round: None,
            last: (Tag::NONE, 0),
            begun: false,
            answered: false,
        };
        game.frames_mut().push(Frame::Window(window));
    }
}

/// The card that the next thing is done to.
fn subject<D: Doer>(game: &D, act: &Act) -> Tag {
    match game.program().op(act.ability, act.pc) {
        Op::Do(verb) => game.subject(verb, act),
        _ => act.picks[0],
    }
}

/// The card that the last thing was done to.
fn done_to<D: Doer>(game: &D, act: &Act) -> Tag {
    match act.pc.checked_sub(2).map(|pc| game.program().op(act.ability, pc)) {
        Some(Op::Do(verb)) => game.subject(verb, act),
        _ => Tag::NONE,
    }
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
    let targeted = D::Tongue::gap(Gap::Targeted);
    let ops = game.program().ops(act.ability);
    let anew = ops.iter().position(|op| targeted.is_some_and(|moment| *op == Op::Open(moment)));
    change(game, at, |act| {
        let Some(aim) = act.picks.iter_mut().find(|pick| **pick == from && from != to) else { return false };
        *aim = to;
        if let Some(pc) = anew {
            act.pc = pc as u8;
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
