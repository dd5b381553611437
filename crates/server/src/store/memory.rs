//! A store that forgets everything when it goes: for tests, and for a house that needs no tomorrow.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::{
    Change, Guest, Kept, MOST_LISTED, MOST_SAID, Millis, Stage, Store, StoreFault, TableRow, Times,
    TokenHash, Which, each_once, fits,
};

/// Everything in memory, behind one lock.
#[derive(Default, Debug)]
pub struct Memory(Mutex<House>);

#[derive(Default, Debug)]
struct House {
    /// The guest with id 1 comes first.
    guests: Vec<Guest>,
    tokens: HashMap<TokenHash, usize>,
    tables: HashMap<String, Shelved>,
    times: Times,
}

/// A table on the shelf.
#[derive(Debug)]
struct Shelved {
    kept: Kept,
    /// For how long the house had been open when its row was last written.
    used: Millis,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// Nothing that is done under the lock stops half-way, so what a panic elsewhere left behind is whole.
    fn house(&self) -> MutexGuard<'_, House> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl House {
    /// Takes over a change of a commit that [`fits`].
    fn take(&mut self, change: Change) {
        match change {
            Change::Table(mut row) => {
                each_once(&mut row.guests);
                let used = self.times.ran;
                match self.tables.get_mut(&row.id) {
                    Some(shelved) => {
                        shelved.kept.row = row;
                        shelved.used = used;
                    }
                    None => {
                        let kept = Kept { row, choices: Vec::new(), said: Vec::new(), said_before: 0 };
                        self.tables.insert(kept.row.id.clone(), Shelved { kept, used });
                    }
                }
            }
            Change::Choice { table, line, .. } => self.change(&table, |kept| kept.choices.push(line)),
            Change::Cut { table, ply } => self.change(&table, |kept| kept.choices.truncate(ply as usize)),
            Change::Said { table, said } => self.change(&table, |kept| {
                kept.said.push(said);
                let extra = kept.said.len().saturating_sub(MOST_SAID);
                kept.said.drain(..extra);
                kept.said_before += extra;
            }),
            Change::Rename { guest, name } => {
                if let Some(known) = self.guests.iter_mut().find(|known| known.id == guest) {
                    known.name = name;
                }
            }
            Change::Forget { table } => {
                self.tables.remove(&table);
            }
            Change::Passed(passed) => {
                self.times.ran += passed.ran;
                self.times.seen = passed.seen;
                self.times.versions = self.times.versions.max(passed.versions);
            }
        }
    }

    fn change(&mut self, id: &str, how: impl FnOnce(&mut Kept)) {
        if let Some(shelved) = self.tables.get_mut(id) {
            how(&mut shelved.kept);
        }
    }
}

#[async_trait]
impl Store for Memory {
    async fn commit(&self, changes: Vec<Change>) -> Result<(), StoreFault> {
        let mut house = self.house();
        if !fits(&changes, |id| house.tables.get(id).map(|shelved| shelved.kept.choices.len() as u32)) {
            return Err(StoreFault::Stale);
        }
        changes.into_iter().for_each(|change| house.take(change));
        Ok(())
    }

    async fn admit(&self, token: TokenHash, name: &str, _now: Millis) -> Result<Guest, StoreFault> {
        let mut house = self.house();
        let house = &mut *house;
        let place = *house.tokens.entry(token).or_insert_with(|| {
            house.guests.push(Guest { id: house.guests.len() as i64 + 1, name: name.to_owned() });
            house.guests.len() - 1
        });
        Ok(house.guests[place].clone())
    }

    async fn guest(&self, token: TokenHash) -> Result<Option<Guest>, StoreFault> {
        let house = self.house();
        Ok(house.tokens.get(&token).map(|&place| house.guests[place].clone()))
    }

    async fn table(&self, id: &str) -> Result<Option<Kept>, StoreFault> {
        Ok(self.house().tables.get(id).map(|shelved| shelved.kept.clone()))
    }

    async fn list(&self, which: Which, most: u32) -> Result<Vec<TableRow>, StoreFault> {
        let wanted = |Shelved { kept: Kept { row, .. }, used }: &Shelved| match which {
            Which::Waiting => row.listed && row.stage == Stage::Waiting,
            Which::Playing => row.listed && row.stage == Stage::Playing,
            Which::Of(guest) => row.guests.contains(&guest),
            Which::Due(now) => row.due.is_some_and(|due| due <= now),
            Which::Untouched(stage, ran) => row.stage == stage && *used < ran,
        };
        let house = self.house();
        let mut found: Vec<&Shelved> = house.tables.values().filter(|shelved| wanted(shelved)).collect();
        let id = |shelved: &&Shelved| shelved.kept.row.id.clone();
        match which {
            Which::Due(_) => found.sort_by_key(|shelved| (shelved.kept.row.due, id(shelved))),
            Which::Untouched(..) => found.sort_by_key(|shelved| (shelved.used, id(shelved))),
            _ => found.sort_by_key(|shelved| (Reverse(shelved.kept.row.touched), id(shelved))),
        }
        let most = most.min(MOST_LISTED) as usize;
        Ok(found.into_iter().take(most).map(|shelved| shelved.kept.row.clone()).collect())
    }

    async fn counts(&self) -> Result<[u64; 3], StoreFault> {
        let mut counts = [0; 3];
        for shelved in self.house().tables.values() {
            counts[shelved.kept.row.stage as usize] += 1;
        }
        Ok(counts)
    }

    async fn times(&self) -> Result<Times, StoreFault> {
        Ok(self.house().times)
    }
}
