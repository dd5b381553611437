//! What people at a table owe each other: taking back, leaving and coming back, waiting for somebody who is away,
//! clocks, standing orders, talk.

use std::sync::Arc;

use table::Seat;

use crate::house::{House, Live, now};
use crate::sitting::{Chair, Gone, Sitting, Whereabouts};
use crate::store::{Change, ChatLine, Guest, Millis, Stage, Which};
use crate::trouble::Trouble;

/// Whoever is away is waited for so long before the others may ask for a bot.
pub const WAITED_FOR: Millis = 60_000;
/// A table to which nobody listens, and at which nothing has happened for so long, is made small.
const REST: Millis = 5_000;
/// A line of chat is no longer than this.
pub const LONGEST_LINE: usize = 280;
/// So many lines of one guest at one table, and then they have to wait until the first of them is so old.
pub const MOST_LINES: usize = 10;
const CHATTY_FOR: Millis = 30_000;
/// The most tables whose time is up that are brought in within a second.
const WOUND_AT_ONCE: u32 = 200;

/// Where a guest sits, who must.
pub(crate) fn seat_of(sitting: &Sitting, guest: &Guest) -> Result<Seat, Trouble> {
    sitting.seat_of(Some(guest.id)).ok_or(Trouble::NotYours("You are not sitting at this table."))
}

impl Sitting {
    /// The ply that the seat can go back to: at a table of bots before its last choice, whatever came of it; with other
    /// people only while neither chance nor anybody else has decided anything since, and nobody has learnt anything.
    pub fn way_back(&self, seat: Seat) -> Option<u32> {
        let table = self.table.as_ref()?;
        match self.stage {
            _ if self.alone() => table.last_choice(seat),
            // Once it is over all cards lie open.
            Stage::Over => None,
            _ => table.harmless(seat),
        }
    }

    /// The clock goes on as if the choice that was taken back had never been made: nobody wins time by that.
    fn go_on_thinking(&mut self, ply: u32, seat: Seat) {
        let asked = self.doc.asked.iter().find(|asked| asked.ply == ply && asked.seat == seat).copied();
        self.doc.asked.retain(|asked| asked.ply < ply);
        match (asked, self.doc.clock) {
            (Some(asked), _) => {
                self.asked_at = asked.at;
                self.doc.banks[seat.index()] = asked.bank;
            }
            // How long they thought is not known: what is free for each choice has been used.
            (None, Some(clock)) => self.asked_at = now() - clock.each,
            (None, None) => self.asked_at = now(),
        }
    }
}

impl House {
    /// Takes back the last own choice. At a table of bots what they have answered since goes too, and the table is for
    /// practice from then on.
    pub async fn take_back(self: &Arc<Self>, id: &str, guest: &Guest) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        {
            let mut sitting = live.lock().await?;
            let seat = seat_of(&sitting, guest)?;
            let alone = sitting.alone();
            let Some((table, ply)) = sitting.table.as_ref().zip(sitting.way_back(seat)) else {
                let why = if alone {
                    "There is nothing to take back."
                } else {
                    "That cannot be taken back: chance or somebody else has decided something since, or a secret has come out."
                };
                return Err(Trouble::Refused(why.into()));
            };
            let back = table.back_at(ply);
            sitting.doubtful = true;
            sitting.table = Some(back);
            sitting.stage = Stage::Playing;
            sitting.doc.practice |= alone;
            sitting.doc.orders.went_back_to(ply);
            sitting.go_on_thinking(ply, seat);
            sitting.overdue = None;
            sitting.doc.sealed.clear();
            sitting.hints.forget();
            self.analyses.forget(id);
            let now = now();
            let changes =
                vec![Change::Cut { table: sitting.id.clone(), ply }, Change::Table(sitting.row(now))];
            live.keep(&mut sitting, changes).await?;
            sitting.row_at = now;
            live.ring(&mut sitting);
            sitting.rewritten = sitting.version;
        }
        self.see_to_bots(&live).await
    }

    /// Says something at a table.
    pub async fn say(self: &Arc<Self>, id: &str, guest: &Guest, text: &str) -> Result<(), Trouble> {
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text: String = text.chars().filter(|c| !c.is_control()).take(LONGEST_LINE).collect();
        if text.is_empty() {
            return Ok(());
        }
        let live = self.find(id).await?;
        let mut sitting = live.lock().await?;
        let Some(seat) = sitting.seat_of(Some(guest.id)) else {
            return Err(Trouble::NotYours("Only those at the table can talk."));
        };
        let now = now();
        let lately = sitting.said.iter().rev().take_while(|line| now - line.at < CHATTY_FOR);
        if lately.filter(|line| line.guest == guest.id).count() >= MOST_LINES {
            return Err(Trouble::Refused("You are sending messages too fast. Wait a moment.".into()));
        }
        // Under the name of the seat: whoever changed theirs since the game began could have taken somebody else's.
        let name = sitting.names().swap_remove(seat.index());
        let said = ChatLine { at: now, guest: guest.id, name, text };
        live.keep(&mut sitting, vec![Change::Said { table: id.to_owned(), said: said.clone() }]).await?;
        sitting.said.push(said);
        sitting.shorten();
        live.ring(&mut sitting);
        Ok(())
    }

    /// Mutes whoever said that line, or hears them again. Nobody else can tell.
    pub async fn mute(self: &Arc<Self>, id: &str, guest: &Guest, line: usize) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        let mut sitting = live.lock().await?;
        seat_of(&sitting, guest)?;
        let said = line.checked_sub(sitting.said_before).and_then(|n| sitting.said.get(n));
        let whom = said.map(|said| said.guest).filter(|whom| *whom != guest.id);
        let whom =
            whom.ok_or_else(|| Trouble::Bad("There is no such chat message from somebody else.".into()))?;
        let pair = (guest.id, whom);
        let before = sitting.doc.muted.len();
        sitting.doc.muted.retain(|p| *p != pair);
        if sitting.doc.muted.len() == before {
            sitting.doc.muted.push(pair);
        }
        live.keep_unseen(&mut sitting).await
    }

    /// Gives a standing order, or takes it back. Nobody else can tell.
    pub async fn order(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        code: &str,
        on: bool,
    ) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        {
            let mut sitting = live.lock().await?;
            let seat = seat_of(&sitting, guest)?;
            let Sitting { room, table, stage, doc, .. } = &mut *sitting;
            if !room.orders().iter().any(|order| order.code == code) {
                return Err(Trouble::Bad(format!("There is no order '{code}'.")));
            }
            let Some(table) = table.as_ref().filter(|_| *stage == Stage::Playing) else {
                return Err(Trouble::Refused("No game is being played.".into()));
            };
            if on {
                doc.orders.give(table.as_ref(), seat, code);
            } else {
                doc.orders.revoke(seat, code);
            }
            live.keep_unseen(&mut sitting).await?;
        }
        self.see_to_bots(&live).await
    }

    /// Leaves the table. Before the game the seat is free again; during it a bot plays until the guest comes back.
    pub async fn leave(self: &Arc<Self>, id: &str, guest: &Guest) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        {
            let mut sitting = live.lock().await?;
            let seat = seat_of(&sitting, guest)?;
            match sitting.stage {
                Stage::Over => return Ok(()),
                Stage::Playing => self.set_gone(&live, &mut sitting, seat, Some(Gone::Left)).await?,
                Stage::Waiting => {
                    sitting.doubtful = true;
                    sitting.doc.chairs[seat.index()] = Chair::Open;
                    sitting.doc.bring(seat.index(), String::new());
                    let Some(heir) = sitting.doc.chairs.iter().find_map(Chair::owner) else {
                        // Nobody is left to wait for.
                        let gone = vec![Change::Forget { table: sitting.id.clone() }];
                        live.keep(&mut sitting, gone).await?;
                        // Whoever has just found it here will not find it on disk.
                        sitting.doubtful = true;
                        self.put_away(&sitting.id);
                        return Ok(());
                    };
                    if sitting.doc.host == guest.id {
                        sitting.doc.host = heir;
                    }
                    live.keep_row(&mut sitting).await?;
                }
            }
        }
        self.see_to_bots(&live).await
    }

    /// Takes one's own seat back from the bot.
    pub async fn come_back(self: &Arc<Self>, id: &str, guest: &Guest) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        {
            let mut sitting = live.lock().await?;
            let seat = seat_of(&sitting, guest)?;
            self.set_gone(&live, &mut sitting, seat, None).await?;
        }
        self.see_to_bots(&live).await
    }

    /// A guest shows themselves at a table: whoever was only away has their seat back.
    pub async fn shows_himself(
        self: &Arc<Self>,
        live: &Live,
        sitting: &mut Sitting,
        guest: &Guest,
    ) -> Result<(), Trouble> {
        let Some(seat) = sitting.seat_of(Some(guest.id)) else { return Ok(()) };
        live.here.seen(guest.id, now());
        if let Chair::Person { gone: Some(Gone::Away), .. } = sitting.doc.chairs[seat.index()] {
            self.set_gone(live, sitting, seat, None).await?;
        }
        Ok(())
    }

    /// Lets a bot play for somebody who has been away for long. Anybody else at the table may ask for that.
    pub async fn stand_in(self: &Arc<Self>, id: &str, guest: &Guest, seat: u8) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        {
            let mut sitting = live.lock().await?;
            seat_of(&sitting, guest)?;
            if sitting.whereabouts.get(usize::from(seat)) != Some(&Whereabouts::Awaited) {
                return Err(Trouble::Refused("Nobody in that seat has been away long enough.".into()));
            }
            self.set_gone(&live, &mut sitting, Seat(seat), Some(Gone::Away)).await?;
        }
        self.see_to_bots(&live).await
    }

    /// Somebody wants more time in races, or no longer. All who play there have it once all of them want it. In the middle of a
    /// race nothing changes: its time was told.
    pub async fn more_time(self: &Arc<Self>, id: &str, guest: &Guest, want: bool) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        let mut sitting = live.lock().await?;
        seat_of(&sitting, guest)?;
        if sitting.races() {
            return Err(Trouble::Refused("A race is open. Ask again when it is over.".into()));
        }
        sitting.doc.slower.retain(|own| *own != guest.id);
        if want {
            sitting.doc.slower.push(guest.id);
        }
        live.keep_row(&mut sitting).await?;
        live.ring(&mut sitting);
        Ok(())
    }

    async fn set_gone(
        &self,
        live: &Live,
        sitting: &mut Sitting,
        seat: Seat,
        why: Option<Gone>,
    ) -> Result<(), Trouble> {
        // While a table rests no clock runs. Otherwise it goes on: nobody wins time by leaving and coming back.
        let rested = sitting.rests();
        if let Chair::Person { gone, .. } = &mut sitting.doc.chairs[seat.index()]
            && *gone != why
        {
            *gone = why;
            sitting.whereabouts[seat.index()] = Whereabouts::Here;
            if rested {
                sitting.asked_at = now();
            }
            live.keep_row(sitting).await?;
        }
        Ok(())
    }

    /// Looks at every table in use: who has gone away, whose time is up, which table stands still. Once a second is
    /// often enough.
    pub async fn look_around(self: &Arc<Self>, now: Millis) {
        for live in self.everywhere() {
            // Whoever is busy at a table is there.
            let Some(mut sitting) = live.try_lock() else { continue };
            if !live.heard()
                && now - sitting.used_at > REST
                && let Some(table) = &mut sitting.table
            {
                table.trim();
            }
            let stuck = sitting.stands_still();
            if !stuck && sitting.stage != Stage::Playing {
                continue;
            }
            let whereabouts = whereabouts(&live, &sitting, now);
            let moved = whereabouts != sitting.whereabouts;
            sitting.whereabouts = whereabouts;
            let up = sitting.note_late(now);
            if up || moved {
                live.ring(&mut sitting);
            }
            drop(sitting);
            let seen_to = match (stuck, up) {
                (true, _) => self.move_on(&live).await,
                (false, true) => self.see_to_bots(&live).await,
                (false, false) => Ok(()),
            };
            if let Err(trouble) = seen_to {
                tracing::warn!(?trouble, "a table could not be moved on; it will be tried again");
            }
        }
    }

    /// Brings in the tables whose time is up: they do not wait until somebody looks. The store is the wheel that these
    /// clocks turn on, so a table with a clock need not stay in memory.
    pub async fn wind_clocks(self: &Arc<Self>, now: Millis) -> Result<(), Trouble> {
        let most = WOUND_AT_ONCE + self.damaged().len() as u32;
        for row in self.shelf.list(Which::Due(now), most).await? {
            if self.has(&row.id) || self.damaged().contains(&row.id) {
                continue;
            }
            let wound = async {
                let live = self.find(&row.id).await?;
                let mut sitting = live.lock().await?;
                // The question was put before the house was opened: time has been given back.
                if sitting.left(now).is_none_or(|left| left > 0) {
                    live.keep_unseen(&mut sitting).await?;
                }
                Ok::<_, Trouble>(())
            };
            if let Err(trouble) = wound.await {
                tracing::error!(%trouble, "a table whose time is up could not be brought in");
                // It is tried again when the house is next tidied, not every second.
                self.damaged().insert(row.id);
            }
        }
        Ok(())
    }
}

/// Where everybody is. Nobody waits for the only person at a table.
fn whereabouts(live: &Live, sitting: &Sitting, now: Millis) -> Vec<Whereabouts> {
    let company = sitting.people() > 1;
    let place = |chair: &Chair| match chair.player().filter(|_| company) {
        None => Whereabouts::Here,
        Some(guest) => match live.here.away(guest, sitting.since, now) {
            None => Whereabouts::Here,
            Some(since) if now - since >= WAITED_FOR => Whereabouts::Awaited,
            Some(since) => Whereabouts::Away(since + WAITED_FOR),
        },
    };
    sitting.doc.chairs.iter().map(place).collect()
}
