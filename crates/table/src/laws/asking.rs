//! What is asked: every entry of a menu can be played, everything else is refused by a rule, and orders answer from what all know.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Court, census, difference};
use crate::game::Game;
use crate::law::{Broken, Law};
use crate::race;
use crate::seat::Seat;
use crate::sink::{Log, Mute};
use crate::table::{Table, to_value};

impl<G: Game> Court<'_, G> {
    pub(super) fn try_menu(
        &mut self,
        game: &G,
        seat: Seat,
        menu: &[G::Action],
        cards: &[u16],
    ) -> Result<(), Broken> {
        if menu.is_empty() {
            return self.broken(Law::MenuIsClean, format!("seat {seat} is asked and has no answer"));
        }
        let view = game.view(Some(seat));
        for (i, &act) in menu.iter().enumerate() {
            if menu[..i].contains(&act) {
                return self.broken(Law::MenuIsClean, format!("'{act}' is in the menu of seat {seat} twice"));
            }
            if self.known.insert(act) {
                self.known_acts.push(act);
            }
            match act.to_string().parse::<G::Action>() {
                Ok(again) if again == act => {}
                other => return self.broken(Law::RecordsReplay, format!("'{act}' reads back as {other:?}")),
            }
            let value = to_value(&act);
            match serde_json::from_value::<G::Action>(value.clone()) {
                Ok(again) if again == act => {}
                other => return self.broken(Law::RecordsReplay, format!("{value} reads back as {other:?}")),
            }
            if let Some(rule) = G::refuse(&view, act) {
                return self
                    .broken(Law::MenuApplies, format!("'{act}' is in the menu, but rule {rule} refuses it"));
            }
            let step = self.step(game, seat, act);
            let mut after = game.clone();
            let mut luck = self.luck.clone();
            let done = catch_unwind(AssertUnwindSafe(|| {
                race::carry_out(&mut after, &step, &mut luck, &mut Mute);
            }));
            if done.is_err() {
                return self.broken(Law::MenuApplies, format!("'{act}' is in the menu, but it panics"));
            }
            if after == *game {
                return self
                    .broken(Law::MenuApplies, format!("'{act}' is in the menu, but it changes nothing"));
            }
            // Once more, with somebody listening.
            let mut again = game.clone();
            race::carry_out(&mut again, &step, &mut self.luck.clone(), &mut Log::default());
            if again != after {
                return self
                    .broken(Law::RecordsReplay, format!("'{act}' does not lead to the same state twice"));
            }
            let now = census(&after);
            if now != cards {
                let what = format!("'{act}' {}", difference(cards, &now));
                return self.broken(Law::CardsAreConserved, what);
            }
        }
        Ok(())
    }

    /// Everything that anybody could think of and that no menu lists is refused.
    pub(super) fn try_refusals(&mut self, game: &G, table: &Table<G>) -> Result<(), Broken> {
        let mut menu = Vec::new();
        for seat in Seat::all(game.seats()) {
            menu.clear();
            if game.status().asks(seat) {
                game.legal(seat, &mut menu);
            }
            let view = game.view(Some(seat));
            let mut acts = Vec::new();
            G::thinkable(&view, &mut acts);
            // A sample of what was seen elsewhere: over a run every act comes up in many places.
            for _ in 0..24.min(self.known_acts.len()) {
                acts.push(self.known_acts[self.luck.pick(self.known_acts.len() as u32) as usize]);
            }
            for act in acts {
                if menu.contains(&act) {
                    continue;
                }
                match G::refuse(&view, act) {
                    None => {
                        return self.broken(
                            Law::OthersAreRefused,
                            format!("seat {seat} may not '{act}' by the menu, but no rule refuses it"),
                        );
                    }
                    Some(rule) if self.rules.get(rule).is_none() => {
                        let what =
                            format!("'{act}' is refused by rule {rule}, which the rules page does not have");
                        return self.broken(Law::OthersAreRefused, what);
                    }
                    Some(_) => {}
                }
                if self.luck.pick(16) == 0 {
                    let mut table = table.clone();
                    if table.try_act(seat, self.ply, act).is_ok() || !table.stands_at(game) {
                        return self
                            .broken(Law::OthersAreRefused, format!("'{act}' is not refused by the table"));
                    }
                }
            }
        }
        Ok(())
    }

    /// What is answered by itself is answered from public facts.
    pub(super) fn try_orders(&mut self, game: &G) -> Result<(), Broken> {
        if G::orders().is_empty() {
            return Ok(());
        }
        let world = G::imagine(&game.view(None), &self.prior, &mut self.luck.clone());
        let mut menu = Vec::new();
        for seat in game.status().asked().iter() {
            menu.clear();
            game.legal(seat, &mut menu);
            let (view, dream) = (game.view(Some(seat)), world.view(Some(seat)));
            for code in G::orders().iter().map(|order| order.code) {
                let answer = G::obey(&view, code);
                if let Some(act) = answer.filter(|act| !menu.contains(act)) {
                    let what = format!("'{code}' answers '{act}', which seat {seat} may not do");
                    return self.broken(Law::OrdersTellNothing, what);
                }
                let elsewhere = G::obey(&dream, code);
                if answer != elsewhere {
                    let say =
                        |answer: Option<G::Action>| answer.map_or("nothing".into(), |a| format!("'{a}'"));
                    let (answer, elsewhere) = (say(answer), say(elsewhere));
                    let what =
                        format!("'{code}' answers {answer} for seat {seat}, in an equal world {elsewhere}");
                    return self.broken(Law::OrdersTellNothing, what);
                }
            }
        }
        Ok(())
    }
}
