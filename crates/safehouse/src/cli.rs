//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use bots::Level;
use bots::arena::Contender;
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde_json::Value;
use table::Seed;

use crate::trouble::Trouble;

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    something checked is not as it should be (scenario, replay --verify)
  2    the command line asks for something there is not
  3    a file or a line of input cannot be used
  4    something cannot be written
  130  stopped by Ctrl-C; nothing is lost
  141  whoever read the output has gone";

/// Play out-of-print card games: in the browser, in the terminal, from scripts, a million times over.
#[derive(Parser, Debug)]
#[command(name = "safehouse", version, after_long_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// Without a command the house is served to browsers
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Play with the card files (*.ron) of this folder too
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) cards: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the house to browsers; this is what happens without a command
    #[command(after_help = "Examples:
  safehouse                                     http://127.0.0.1:8037, on this machine only
  safehouse serve --address 0.0.0.0:8037        for the whole network
  safehouse serve --data /srv/safehouse         with everything kept there")]
    Serve(Serve),
    /// Copy, check or restore what a house keeps
    #[command(after_help = "Examples:
  safehouse house backup copy.db                   while the house is open
  safehouse house check                            plays every game again
  safehouse house restore copy.db                  while the house is closed")]
    House(House),
    /// List the games of the house and their options
    Games,
    /// Play a game in the terminal
    #[command(after_help = "Examples:
  safehouse play mister-spy                        four seats, you against three bots
  safehouse play mister-spy --seats 2 --seed 7     the same game again
  safehouse play renamed-spy --hotseat --seats 3   three people at one keyboard
  safehouse play --resume                          go on with the last unfinished game")]
    Play(Play),
    /// Play many games between bots and sum up
    #[command(after_help = "Examples:
  safehouse sim mister-spy --games 100000
  safehouse sim mister-spy --seats 3 --bots agent,random,random --seed 7
  safehouse sim mister-spy --json --threads 2 > result.json
  safehouse sim renamed-spy --options '{\"counts\":{\"spies\":[9,8,7,5,4,2,1,0]}}'")]
    Sim(Sim),
    /// Let bots compete: every deal in all seatings, with intervals, ratings and a report
    #[command(after_help = "Examples:
  safehouse arena mister-spy --bots mastermind:1000,agent,random --seats 2..4 --games 400 --report arena
  safehouse arena renamed-spy --bots agent --restrict never-foil,never-team    how much does it matter?
  safehouse arena mister-spy --bots mastermind:2000,mastermind:1000 --better   is the first one better?
  safehouse arena mister-spy --bots mastermind:500/omniscient,agent            what seeing all cards is worth
  safehouse arena mighty-beanz --bots agent --games 10000                      are the two decks even?

A run that was stopped goes on with the same command, if it has a report folder.")]
    Arena(Arena),
    /// Look at a recorded game again, step by step
    #[command(after_help = "Examples:
  safehouse replay game.record                step through it (Enter, b, a number, q)
  safehouse replay game.record --at 40        the table after 40 choices
  safehouse replay game.record --eyes 2       as seat 2 saw it
  safehouse replay game.record --verify       check every choice and checkpoint")]
    Replay(Replay),
    /// Play scenario files and say what differs
    #[command(after_help = "Examples:
  safehouse scenario crates/games/mister-spy/scenarios
  safehouse scenario my-puzzle.scenario --quiet")]
    Scenario(Scenario),
    /// Show the rules of a game
    #[command(after_help = "Examples:
  safehouse rules mister-spy                  all of them
  safehouse rules mister-spy 4.2              one of them
  safehouse rules mister-spy 4                a chapter
  safehouse rules mister-spy double agent     those with these words")]
    Rules(Rules),
    /// Look at the cards of a collectible game, check card files, see every card at work
    #[command(after_help = "Examples:
  safehouse cards list                       all of them
  safehouse cards list circus attack         those with these words
  safehouse cards show lion-bean             one of them
  safehouse cards check my-cards             every mistake in the card files of a folder
  safehouse cards status                     plays until every clause of every card has been seen
  safehouse play mighty-beanz --cards my-cards")]
    Cards(Cards),
    /// Look at the decks of a collectible game, check a deck of your own
    #[command(after_help = "Examples:
  safehouse decks list
  safehouse decks show starter-circus > my.deck
  safehouse decks check my.deck
  safehouse decks check my.deck --variant expert")]
    Decks(Decks),
    /// Serve scripts: one JSON request a line in, one JSON answer a line out
    #[command(after_help = "Example:
  echo '{\"op\":\"new\",\"game\":\"mister-spy\",\"seats\":2,\"seed\":7}' | safehouse drive

docs/drive.md describes every request.")]
    Drive,
    /// Measure how fast the games, and the house in the browser, run on this machine
    #[command(after_help = "Examples:
  safehouse bench
  safehouse bench mister-spy --seconds 10 --json
  safehouse bench server")]
    Bench(Bench),
    /// Print completions for a shell
    #[command(after_help = "Example:
  safehouse completions bash > ~/.local/share/bash-completion/completions/safehouse")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one for each command into a folder
    #[command(after_help = "Examples:
  safehouse man | man -l -
  safehouse man --into ~/.local/share/man/man1")]
    Man {
        /// Write the pages here instead
        #[arg(long, value_name = "DIR")]
        into: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Cards {
    #[command(subcommand)]
    pub(crate) what: CardsDo,
    /// The game
    #[arg(long, value_name = "GAME", global = true)]
    pub(crate) game: Option<String>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CardsDo {
    /// Check the card files of the house and of a folder
    Check {
        /// A folder with card files *.ron
        folder: Option<PathBuf>,
    },
    /// List cards
    List {
        /// Only those with all these words, anywhere on the card
        words: Vec<String>,
    },
    /// Show one card
    Show {
        /// Its name
        #[arg(required = true)]
        name: Vec<String>,
    },
    /// Play random games until every card has been played and every clause of it has taken effect
    Status {
        /// At most so many
        #[arg(long, default_value_t = 20_000)]
        games: u64,
        /// Where chance begins
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Decks {
    #[command(subcommand)]
    pub(crate) what: DecksDo,
    /// The game
    #[arg(long, value_name = "GAME", global = true)]
    pub(crate) game: Option<String>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum DecksDo {
    /// List the decks of the house
    List,
    /// Print the list of a deck of the house
    Show {
        /// Its name
        deck: String,
    },
    /// Check a deck list: every rule it breaks, or the list as it should be written
    Check {
        /// The file
        file: PathBuf,
        /// What it is for, such as expert
        #[arg(long)]
        variant: Option<String>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Where to listen
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:8037")]
    pub(crate) address: SocketAddr,
    /// Where to keep tables and guests; the default is the data folder of this user
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// How what happens is logged to standard error; no log ever names a card, a seed or a token
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) log: LogForm,
    /// Bots answer at once instead of at a human pace
    #[arg(long)]
    pub(crate) no_pauses: bool,
    /// Nobody is asked to wait, however much he asks for: for tests and measurements
    #[arg(long)]
    pub(crate) no_limits: bool,
}

#[derive(Args, Debug)]
pub(crate) struct House {
    #[command(subcommand)]
    pub(crate) what: HouseDo,
    /// Where the house keeps its tables and guests; the default is the data folder of this user
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) data: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum HouseDo {
    /// Copy everything to one file, while the house is open or closed
    #[command(after_help = "Examples:
  safehouse house backup copy.db
  safehouse house backup --data /srv/safehouse /backup/monday.db")]
    Backup {
        /// The copy; it must not exist yet
        file: PathBuf,
    },
    /// Put a copy in place of what a house keeps, while the house is closed
    #[command(after_help = "Examples:
  safehouse house restore copy.db
  safehouse house restore --data /srv/safehouse /backup/monday.db

The copy is checked first. What was there before is kept beside it, under another name.")]
    Restore {
        /// The copy
        file: PathBuf,
    },
    /// Check the file of a house, open or closed, or a copy: every game is played again
    #[command(after_help = "Examples:
  safehouse house check
  safehouse house check --data /srv/safehouse
  safehouse house check copy.db

The exit code is 1 if something is damaged.")]
    Check {
        /// A copy; the default is the file of the house
        file: Option<PathBuf>,
    },
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogForm {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
    /// Not at all.
    Off,
}

impl Default for Serve {
    fn default() -> Self {
        Serve {
            address: SocketAddr::from(([127, 0, 0, 1], 8037)),
            data: None,
            log: LogForm::Text,
            no_pauses: false,
            no_limits: false,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The game, e.g. mister-spy
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,
    /// How many seats; the default is 4, or as near to it as the game allows
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<u8>,
    /// Bots for the seats that no person takes, in turn: random, rookie, agent, mastermind, mastermind:WORLDS
    #[arg(long, value_name = "BOTS", value_delimiter = ',', default_value = "agent")]
    pub(crate) bots: Vec<Level>,
    /// The seed: the same seed deals the same cards
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<Seed>,
    /// Options of the game, as JSON; `safehouse games` lists them
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) options: String,
    /// A person in every seat, all at this keyboard
    #[arg(long, conflicts_with = "people")]
    pub(crate) hotseat: bool,
    /// How many seats people take, from seat 0 on, all at this keyboard
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) people: u8,
    /// Where to keep the record; the default is a file of its own in the data folder
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Go on with an unfinished game: the last one, or the one in this file
    #[arg(long, value_name = "FILE", num_args = 0..=1,
          conflicts_with_all = ["game", "seats", "bots", "seed", "options", "hotseat", "people", "record"])]
    pub(crate) resume: Option<Option<PathBuf>>,
}

#[derive(Args, Debug)]
pub(crate) struct Sim {
    /// The game, e.g. mister-spy
    pub(crate) game: String,
    /// How many seats; the default is 4, or as near to it as the game allows
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<u8>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) games: u64,
    /// The seed: the same seed gives the same result, for any number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: Seed,
    /// The bots, seat by seat; fewer repeat around the table: random, rookie, agent, mastermind, mastermind:WORLDS
    #[arg(long, value_name = "BOTS", value_delimiter = ',', default_value = "random")]
    pub(crate) bots: Vec<Level>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// How many threads; 0 is one for each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    pub(crate) threads: usize,
    /// Options of the game, as JSON; `safehouse games` lists them
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) options: String,
}

#[derive(Args, Debug)]
pub(crate) struct Arena {
    /// The game, e.g. mister-spy
    pub(crate) game: String,
    /// The bots: random, rookie, agent, mastermind, mastermind:WORLDS; after a slash what is special about one:
    /// heedless, wild, leaning, weighing, omniscient, or what it never does, e.g. agent/never-foil
    #[arg(long, value_name = "BOTS", value_delimiter = ',', required = true)]
    pub(crate) bots: Vec<Contender>,
    /// How many seats: 2, or 2,4, or 2..4 for all from two to four
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<SeatList>,
    /// About how many games for each match-up: deals are played whole, in all seatings
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u64,
    /// The seed: the same seed gives the same result, for any number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: Seed,
    /// Where the report goes, and what is needed to go on after an interrupt
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
    /// Let a twin of every bot take part who never does this
    #[arg(long, value_name = "VOWS", value_delimiter = ',')]
    pub(crate) restrict: Vec<String>,
    /// Only let the first bot meet the others, alone against each kind
    #[arg(long, conflicts_with = "better")]
    pub(crate) gauntlet: bool,
    /// Only ask whether the first bot is better than the second, and stop when that is clear; the margin is the share of
    /// wins that makes a difference
    #[arg(long, value_name = "MARGIN", num_args = 0..=1, default_missing_value = "0.03", require_equals = true,
          conflicts_with = "restrict")]
    pub(crate) better: Option<f64>,
    /// How many threads; 0 is one for each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    pub(crate) threads: usize,
    /// Options of the game, as JSON; `safehouse games` lists them
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) options: String,
}

/// Some numbers of seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatList(pub(crate) Vec<u8>);

impl FromStr for SeatList {
    type Err = String;
    fn from_str(text: &str) -> Result<SeatList, String> {
        let wrong = || format!("'{text}' is neither a number of seats such as 2, nor 2,4 or 2..4");
        let number = |word: &str| word.trim().parse::<u8>().map_err(|_| wrong());
        let mut all = match text.split_once("..") {
            Some((low, high)) => (number(low)?..=number(high.trim_start_matches('='))?).collect(),
            None => text.split(',').map(number).collect::<Result<Vec<u8>, String>>()?,
        };
        all.sort_unstable();
        all.dedup();
        if all.is_empty() { Err(wrong()) } else { Ok(SeatList(all)) }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The record
    pub(crate) file: PathBuf,
    /// Only check it: every choice, every checkpoint
    #[arg(long, conflicts_with_all = ["at", "eyes"])]
    pub(crate) verify: bool,
    /// Show the table after this many choices, and stop
    #[arg(long, value_name = "PLY")]
    pub(crate) at: Option<u32>,
    /// Through whose eyes: a seat, watcher, or (once the game is over, and then by default) all
    #[arg(long, value_name = "WHO")]
    pub(crate) eyes: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Scenario {
    /// Scenario files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,
    /// Say only what differs
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Rules {
    /// The game, e.g. mister-spy
    pub(crate) game: String,
    /// A rule's number, a chapter's number, or words to look for
    #[arg(value_name = "NUMBER|WORDS")]
    pub(crate) what: Vec<String>,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Bench {
    #[command(subcommand)]
    pub(crate) other: Option<BenchOther>,
    /// Only this game
    pub(crate) game: Option<String>,
    /// About how many seconds for each game
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) seconds: u64,
    /// How many seats
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<u8>,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is measured besides the games themselves.
#[derive(Subcommand, Debug)]
pub(crate) enum BenchOther {
    /// Measure the house in the browser, with a crowd of its own that plays over real connections
    #[command(after_help = "Examples:
  safehouse bench server                          2000 tables, as in docs/performance.md
  safehouse bench server --quick                  a few seconds, to see that it works
  safehouse bench server --seats 4 --streams      everybody waits for the bell before he looks")]
    Server(BenchServer),
}

#[derive(Args, Debug)]
pub(crate) struct BenchServer {
    /// How many tables are alive at once [default: 2000]
    #[arg(long, value_name = "N")]
    pub(crate) tables: Option<usize>,
    /// How many unfinished tables the house is started with [default: 10000]
    #[arg(long, value_name = "N")]
    pub(crate) unfinished: Option<usize>,
    /// How many seconds of play are measured, at full load and again at half of it [default: 15]
    #[arg(long, value_name = "N")]
    pub(crate) seconds: Option<u64>,
    /// At how many tables somebody is in the middle of a move, at full load
    #[arg(long, value_name = "N", default_value_t = 128)]
    pub(crate) at_once: usize,
    /// Moves a second at half load; the default is half of what full load came to
    #[arg(long, value_name = "N")]
    pub(crate) rate: Option<f64>,
    /// The game
    #[arg(long, value_name = "GAME", default_value = "mister-spy")]
    pub(crate) game: String,
    /// How many people at each table
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) seats: u8,
    /// Everybody holds a stream and fetches when it tells of a change; otherwise he fetches after each move
    #[arg(long)]
    pub(crate) streams: bool,
    /// Where the house keeps its tables meanwhile, and so which disk is measured; it must not be there yet. The default
    /// is a folder of its own in the data folder of this user
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Few tables and little time: the figures mean nothing, but everything is tried
    #[arg(long)]
    pub(crate) quick: bool,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The options of a game, as they were given.
pub(crate) fn options(text: &str) -> Result<Value, Trouble> {
    serde_json::from_str(text).map_err(|e| Trouble::Usage(format!("--options is not JSON: {e}")))
}
