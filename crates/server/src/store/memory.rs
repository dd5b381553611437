//! A store that forgets everything when it goes: for tests, and for a house that needs no tomorrow.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::{
    Change, Guest, Kept, Millis, Stage, Store, StoreFault, TableRow, TokenHash, Which, each_once, fits,
};

/// Everything in memory, behind one lock.
#[derive(Default, Debug)]
pub struct Memory(Mutex<House>);

#[derive(Default, Debug)]
struct House {
    /// The guest with id 1 comes first.
    guests: Vec<Guest>,
    tokens: HashMap<TokenHash, usize>,
    tables: HashMap<String, Kept>,
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
                match self.tables.get_mut(&row.id) {
                    Some(kept) => kept.row = row,
                    None => {
                        let kept = Kept { row, choices: Vec::new(), said: Vec::new() };
                        self.tables.insert(kept.row.id.clone(), kept);
                    }
                }
            }
            Change::Choice { table, line, .. } => {
                self.tables.entry(table).and_modify(|kept| kept.choices.push(line));
            }
            Change::Cut { table, ply } => {
                self.tables.entry(table).and_modify(|kept| kept.choices.truncate(ply as usize));
            }
            Change::Said { table, said } => {
                self.tables.entry(table).and_modify(|kept| kept.said.push(said));
            }
            Change::Rename { guest, name } => {
                if let Some(known) = self.guests.iter_mut().find(|known| known.id == guest) {
                    known.name = name;
                }
            }
            Change::Forget { table } => {
                self.tables.remove(&table);
            }
        }
    }
}

#[async_trait]
impl Store for Memory {
    async fn commit(&self, changes: Vec<Change>) -> Result<(), StoreFault> {
        let mut house = self.house();
        if !fits(&changes, |id| house.tables.get(id).map(|kept| kept.choices.len() as u32)) {
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
        Ok(self.house().tables.get(id).cloned())
    }

    async fn list(&self, which: Which, most: u32) -> Result<Vec<TableRow>, StoreFault> {
        let wanted = |row: &TableRow| match which {
            Which::Waiting => row.listed && row.stage == Stage::Waiting,
            Which::Playing => row.listed && row.stage == Stage::Playing,
            Which::Of(guest) => row.guests.contains(&guest),
            Which::Due(now) => row.due.is_some_and(|due| due <= now),
            Which::Untouched(stage, since) => row.stage == stage && row.touched < since,
        };
        let house = self.house();
        let mut rows: Vec<&TableRow> =
            house.tables.values().map(|kept| &kept.row).filter(|row| wanted(row)).collect();
        match which {
            Which::Due(_) => rows.sort_by_key(|row| (row.due, &row.id)),
            _ => rows.sort_by_key(|row| (Reverse(row.touched), &row.id)),
        }
        Ok(rows.into_iter().take(most as usize).cloned().collect())
    }

    async fn counts(&self) -> Result<[u64; 3], StoreFault> {
        let mut counts = [0; 3];
        for kept in self.house().tables.values() {
            counts[kept.row.stage as usize] += 1;
        }
        Ok(counts)
    }
}
