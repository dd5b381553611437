//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use bots::Level;
use bots::arena::Contender;
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde_json::Value;
use server::host::PublicUrl;
use server::proxy::Network;
use table::{Info, Seed};

use crate::fault::CliFault;
use crate::hints;

const AFTER_HELP: &str = "\
Examples:
  safehouse                                     serve the games at http://127.0.0.1:8037
  safehouse play mister-spy                     play in the terminal against three bots
  safehouse rules mister-spy double agent       look something up in the rules
  safehouse help play                           everything about one command

Exit codes:
  0    Everything went well.
  1    A check failed: a scenario, a record, a card file or a deck is not as it should be.
  2    The command line asks for something that does not exist or is not allowed.
  3    A file or a line of input could not be read or understood.
  4    Something could not be written, or the address could not be opened.
  130  The command was stopped with Ctrl-C; everything saved so far is kept.
  141  The program that was reading the output has closed it.";

/// Play out-of-print card games in the browser, in the terminal, from scripts, or a million times over.
#[derive(Parser, Debug)]
#[command(name = "safehouse", version, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Add the card files (*.ron) in this folder to the game's own
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) cards: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the games to browsers; this is also what happens without a command
    #[command(after_help = "Examples:
  safehouse                                     http://127.0.0.1:8037, on this machine only
  safehouse serve --address 0.0.0.0:8037        open to the whole local network
  safehouse serve --address 127.0.0.1:9000      on another port
  safehouse serve --data /srv/safehouse         keep all data in this folder
  safehouse serve --public-url https://play.example.org --trusted-proxy 127.0.0.1
                                                behind a reverse proxy on this machine (see docs/house.md)")]
    Serve(Serve),
    /// Back up, check or restore the data that the server keeps
    #[command(after_help = "Examples:
  safehouse house backup copy.db                   works while the server is running
  safehouse house check                            plays every game again
  safehouse house restore copy.db                  only while the server is stopped")]
    House(House),
    /// List the games and their options
    #[command(after_help = "Examples:
  safehouse games
  safehouse play mighty-beanz --options '{\"expert\": true}'     play with one of the options listed")]
    Games,
    /// Play a game in the terminal
    #[command(after_help = "Examples:
  safehouse play mister-spy                        four seats, you against three bots
  safehouse play mister-spy --seats 2 --seed 7     the same game again
  safehouse play renamed-spy --hotseat --seats 3   three people at one keyboard
  safehouse play mister-spy --people 2             two people and two bots
  safehouse play --resume                          continue the last unfinished game")]
    Play(Play),
    /// Play many games between bots and summarize the results
    #[command(after_help = "Examples:
  safehouse sim mister-spy --games 100000
  safehouse sim mister-spy --seats 3 --bots agent,random,random --seed 7
  safehouse sim mister-spy --json --threads 2 > result.json
  safehouse sim renamed-spy --options '{\"counts\":{\"spies\":[9,8,7,5,4,2,1,0]}}'")]
    Sim(Sim),
    /// Let bots compete, and find out which is stronger
    ///
    /// Every deal is played in every seating. The results come with confidence intervals, ratings and, on request, a
    /// report. With --report, a run can be interrupted and resumed by giving the same command again.
    #[command(after_help = "Examples:
  safehouse arena mister-spy --bots mastermind:200,agent,random --seats 2..4 --games 100 --report arena
  safehouse arena renamed-spy --bots agent --restrict never-foil,never-team    how much does a rule matter?
  safehouse arena mister-spy --bots mastermind:2000,mastermind:1000 --better   is the first bot better?
  safehouse arena mister-spy --bots mastermind:500/omniscient,agent            what is seeing all cards worth?
  safehouse arena mighty-beanz --bots agent --games 10000                      are the two decks even?")]
    Arena(Arena),
    /// Watch a recorded game again, step by step
    #[command(after_help = "Examples:
  safehouse replay game.record                step through it (Enter, b, a number, q)
  safehouse replay game.record --at 40        show the table after 40 choices
  safehouse replay game.record --eyes 2       as the player in seat 2 saw it
  safehouse replay game.record --verify       check every choice and checkpoint")]
    Replay(Replay),
    /// Play scenario files and report what differs
    #[command(after_help = "Examples:
  safehouse scenario crates/games/mister-spy/scenarios
  safehouse scenario my-puzzle.scenario --quiet")]
    Scenario(Scenario),
    /// Show the rules of a game
    #[command(after_help = "Examples:
  safehouse rules mister-spy                  the whole rules page
  safehouse rules mister-spy 4.2              one rule
  safehouse rules mister-spy 4                one chapter
  safehouse rules mister-spy double agent     the rules and cards that contain these words")]
    Rules(Rules),
    /// Look up the cards of a collectible game, and check card files of your own
    #[command(after_help = "Examples:
  safehouse cards list                       all cards
  safehouse cards list circus attack         the cards that contain these words
  safehouse cards show lion-bean             one card
  safehouse cards check my-cards             every mistake in the card files of a folder
  safehouse cards status                     play until every clause of every card has taken effect
  safehouse play mighty-beanz --cards my-cards")]
    Cards(Cards),
    /// Look up the decks of a collectible game, and check a deck of your own
    #[command(after_help = "Examples:
  safehouse decks list
  safehouse decks show starter-circus > my.deck
  safehouse decks check my.deck
  safehouse decks check my.deck --variant expert")]
    Decks(Decks),
    /// Play from scripts: one JSON request per line in, one JSON answer per line out
    #[command(after_help = "Examples:
  echo '{\"op\":\"games\"}' | safehouse drive
  echo '{\"op\":\"new\",\"game\":\"mister-spy\",\"seats\":2,\"seed\":7}' | safehouse drive

docs/drive.md describes every request. Seats count from 0 here, and from 1 everywhere else.")]
    Drive,
    /// Measure how fast the games, and the browser version, run on this machine
    #[command(after_help = "Examples:
  safehouse bench
  safehouse bench mister-spy --seconds 10 --json
  safehouse bench server")]
    Bench(Bench),
    /// Print completions for a shell
    #[command(after_help = "Examples:
  safehouse completions bash > ~/.local/share/bash-completion/completions/safehouse
  safehouse completions fish > ~/.config/fish/completions/safehouse.fish")]
    Completions {
        /// The shell to print them for
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one page per command into a folder
    #[command(after_help = "Examples:
  safehouse man | man -l -
  safehouse man --into ~/.local/share/man/man1")]
    Man {
        /// Write the pages into this folder instead
        #[arg(long, value_name = "DIR")]
        into: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Cards {
    #[command(subcommand)]
    pub(crate) what: CardsDo,
    /// The game, if not mighty-beanz
    #[arg(long, value_name = "GAME", global = true, value_parser = hints::Shelves)]
    pub(crate) game: Option<String>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CardsDo {
    /// Check the game's own card files and those in a folder, and report every mistake
    #[command(after_help = "Examples:
  safehouse cards check
  safehouse cards check my-cards")]
    Check {
        /// A folder with card files (*.ron)
        folder: Option<PathBuf>,
    },
    /// List the cards
    #[command(after_help = "Examples:
  safehouse cards list
  safehouse cards list circus attack")]
    List {
        /// Only cards that contain all these words, anywhere
        words: Vec<String>,
    },
    /// Show one card
    #[command(after_help = "Examples:
  safehouse cards show lion-bean
  safehouse cards show Lion Bean")]
    Show {
        /// The card's name
        #[arg(required = true)]
        name: Vec<String>,
    },
    /// Play random games until every card has been played and every clause has taken effect
    #[command(after_help = "Examples:
  safehouse cards status
  safehouse cards status --games 50000 --seed 2")]
    Status {
        /// Maximum number of games
        #[arg(long, value_name = "N", default_value_t = 20_000)]
        games: u64,
        /// Random seed, a number
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Decks {
    #[command(subcommand)]
    pub(crate) what: DecksDo,
    /// The game, if not mighty-beanz
    #[arg(long, value_name = "GAME", global = true, value_parser = hints::Shelves)]
    pub(crate) game: Option<String>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum DecksDo {
    /// List the ready-made decks
    #[command(after_help = "Examples:
  safehouse decks list")]
    List,
    /// Print the card list of a ready-made deck
    #[command(after_help = "Examples:
  safehouse decks show starter-circus
  safehouse decks show expert-swarm > my.deck")]
    Show {
        /// The deck's name
        #[arg(value_parser = hints::Decks)]
        deck: String,
    },
    /// Check a deck list: prints every rule it breaks, or else the tidied list
    #[command(after_help = "Examples:
  safehouse decks check my.deck
  safehouse decks check my.deck --variant expert")]
    Check {
        /// The file with the deck list
        file: PathBuf,
        /// The variant of the game that the deck is for, such as expert
        #[arg(long)]
        variant: Option<String>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// The address to listen on
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:8037")]
    pub(crate) address: SocketAddr,
    /// The folder for tables and guests; by default, the user's data folder
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The format of the log on standard error; it never names a card, a seed or a token
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) log: LogForm,
    /// Let bots answer at once instead of at a human pace
    #[arg(long)]
    pub(crate) no_pauses: bool,
    /// Turn off all rate limits, for tests and measurements
    #[arg(long)]
    pub(crate) no_limits: bool,
    /// Where people find the house, such as https://play.example.org; it then answers to no other name
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<PublicUrl>,
    /// A reverse proxy, or a network of them, to believe about visitors' addresses (repeatable)
    #[arg(long, value_name = "CIDR")]
    pub(crate) trusted_proxy: Vec<Network>,
    /// Where to serve metrics for Prometheus, at /metrics; off by default
    #[arg(long, value_name = "IP:PORT")]
    pub(crate) metrics: Option<SocketAddr>,
}

#[derive(Args, Debug)]
pub(crate) struct House {
    #[command(subcommand)]
    pub(crate) what: HouseDo,
    /// The folder for tables and guests; by default, the user's data folder
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) data: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum HouseDo {
    /// Copy everything into one file; the server may be running or stopped
    #[command(after_help = "Examples:
  safehouse house backup copy.db
  safehouse house backup --data /srv/safehouse /backup/monday.db")]
    Backup {
        /// The file to write; it must not exist yet
        file: PathBuf,
    },
    /// Replace the data with a copy; the server must be stopped
    #[command(after_help = "Examples:
  safehouse house restore copy.db
  safehouse house restore --data /srv/safehouse /backup/monday.db

The copy is checked first. The data that it replaces is kept beside it under another name.")]
    Restore {
        /// The copy to restore
        file: PathBuf,
    },
    /// Check the data or a copy of it by playing every game again
    #[command(after_help = "Examples:
  safehouse house check
  safehouse house check --data /srv/safehouse
  safehouse house check copy.db

The exit code is 1 if something is damaged.")]
    Check {
        /// A copy to check; by default, the data itself
        file: Option<PathBuf>,
    },
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogForm {
    /// Plain text, for people.
    Text,
    /// One JSON object per line.
    Json,
    /// No log at all.
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
            public_url: None,
            trusted_proxy: Vec::new(),
            metrics: None,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The game to play
    #[arg(required_unless_present = "resume", value_parser = hints::Games)]
    pub(crate) game: Option<String>,
    /// Number of seats; by default 4, or as close to 4 as the game allows
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<u8>,
    /// Bots for the seats that no person takes, in order, separated by commas; mastermind:N plays N imagined worlds
    /// per choice instead of 8000
    #[arg(long, value_name = "BOTS", value_delimiter = ',', default_value = "agent", value_parser = hints::Bots)]
    pub(crate) bots: Vec<Level>,
    /// Random seed, a number or any text: the same seed deals the same cards
    #[arg(long, value_name = "SEED", value_parser = Seed::from_words)]
    pub(crate) seed: Option<Seed>,
    /// Options of the game as JSON, or @FILE for a file with them; `safehouse games` lists them
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) options: String,
    /// A deck for each seat, once per seat: a file with a deck list, or a deck of the house (`safehouse decks list`)
    #[arg(long, value_name = "FILE")]
    pub(crate) deck: Vec<String>,
    /// A person in every seat, all sharing this keyboard
    #[arg(long, conflicts_with = "people")]
    pub(crate) hotseat: bool,
    /// Number of people, sharing this keyboard; they take the first seats
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) people: u8,
    /// The file to record the game in; by default, a new file in the data folder
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Continue an unfinished game: the last one, or the one in this file
    #[arg(long, value_name = "FILE", num_args = 0..=1,
          conflicts_with_all = ["game", "seats", "bots", "seed", "options", "deck", "hotseat", "people", "record"])]
    pub(crate) resume: Option<Option<PathBuf>>,
}

#[derive(Args, Debug)]
pub(crate) struct Sim {
    /// The game to play
    #[arg(value_parser = hints::Games)]
    pub(crate) game: String,
    /// Number of seats; by default 4, or as close to 4 as the game allows
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<u8>,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) games: u64,
    /// Random seed, a number or any text: the same seed gives the same result with any number of threads
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = Seed::from_words)]
    pub(crate) seed: Seed,
    /// The bots, seat by seat, separated by commas; a shorter list repeats around the table; mastermind:N plays N
    /// imagined worlds per choice instead of 8000
    #[arg(long, value_name = "BOTS", value_delimiter = ',', default_value = "random", value_parser = hints::Bots)]
    pub(crate) bots: Vec<Level>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Number of threads; 0 means one per core
    #[arg(long, value_name = "T", default_value_t = 0)]
    pub(crate) threads: usize,
    /// Options of the game as JSON, or @FILE for a file with them; `safehouse games` lists them
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) options: String,
    /// A deck for each seat, once per seat: a file with a deck list, or a deck of the house (`safehouse decks list`)
    #[arg(long, value_name = "FILE")]
    pub(crate) deck: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Arena {
    /// The game to play
    #[arg(value_parser = hints::Games)]
    pub(crate) game: String,
    /// The bots, separated by commas; mastermind:N plays N imagined worlds per choice instead of 8000. After a slash
    /// comes what sets a bot apart: heedless, wild, leaning, weighing, omniscient, or something it never does, such as
    /// agent/never-foil
    #[arg(long, value_name = "BOTS", value_delimiter = ',', required = true, value_parser = hints::Contenders)]
    pub(crate) bots: Vec<Contender>,
    /// Number of seats: 2, or 2,4, or 2..4 for two to four; by default 4, or as close to 4 as the game allows
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<SeatList>,
    /// Approximate number of games per match-up; every deal is played in all its seatings
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u64,
    /// Random seed, a number or any text: the same seed gives the same result with any number of threads
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = Seed::from_words)]
    pub(crate) seed: Seed,
    /// The folder for the report, and for what is needed to resume an interrupted run
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
    /// Add a twin of every bot that never does this, such as never-foil
    #[arg(long, value_name = "RESTRICTIONS", value_delimiter = ',')]
    pub(crate) restrict: Vec<String>,
    /// Only play the first bot against each of the others
    #[arg(long, conflicts_with = "better")]
    pub(crate) gauntlet: bool,
    /// Only find out whether the first bot is better than the second, and stop once that is clear; MARGIN is the smallest
    /// difference in the share of wins that counts
    #[arg(long, value_name = "MARGIN", num_args = 0..=1, default_missing_value = "0.03", require_equals = true,
          conflicts_with = "restrict")]
    pub(crate) better: Option<f64>,
    /// Number of threads; 0 means one per core
    #[arg(long, value_name = "T", default_value_t = 0)]
    pub(crate) threads: usize,
    /// Options of the game as JSON, or @FILE for a file with them; `safehouse games` lists them
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) options: String,
    /// A deck for each seat, once per seat: a file with a deck list, or a deck of the house (`safehouse decks list`)
    #[arg(long, value_name = "FILE")]
    pub(crate) deck: Vec<String>,
}

/// One or more numbers of seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatList(pub(crate) Vec<u8>);

impl FromStr for SeatList {
    type Err = String;
    fn from_str(text: &str) -> Result<SeatList, String> {
        let wrong = || format!("'{text}' is not a number of seats; write it like 2, or 2,4, or 2..4");
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
    /// The file with the record
    pub(crate) file: PathBuf,
    /// Only check the record: every choice and every checkpoint
    #[arg(long, conflicts_with_all = ["at", "eyes"])]
    pub(crate) verify: bool,
    /// Show the table after this many choices, and stop
    #[arg(long, value_name = "PLY")]
    pub(crate) at: Option<u32>,
    /// Whose view to show: a seat from 1 up, watcher, or all; all is only for finished games, where it is the default
    #[arg(long, value_name = "WHO")]
    pub(crate) eyes: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Scenario {
    /// Scenario files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,
    /// Report only what differs
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Rules {
    /// The game whose rules to show
    #[arg(value_parser = hints::Games)]
    pub(crate) game: String,
    /// A rule number, a chapter number, or words to look for in the rules and on the cards
    #[arg(value_name = "NUMBER|WORDS")]
    pub(crate) what: Vec<String>,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Bench {
    #[command(subcommand)]
    pub(crate) other: Option<BenchOther>,
    /// Measure only this game
    #[arg(value_parser = hints::Games)]
    pub(crate) game: Option<String>,
    /// Approximate number of seconds per game
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) seconds: u64,
    /// Number of seats; by default 4, or as close to 4 as the game allows
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<u8>,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is measured besides the games themselves.
#[derive(Subcommand, Debug)]
pub(crate) enum BenchOther {
    /// Measure the browser version with simulated players over real connections
    #[command(after_help = "Examples:
  safehouse bench server                          2000 tables, as in docs/performance.md
  safehouse bench server --quick                  a few seconds, to see that it works
  safehouse bench server --seats 4 --streams      players wait to be notified before they fetch the page")]
    Server(BenchServer),
}

#[derive(Args, Debug)]
pub(crate) struct BenchServer {
    /// Number of tables in play at once [default: 2000]
    #[arg(long, value_name = "N")]
    pub(crate) tables: Option<usize>,
    /// Number of unfinished tables that the server starts with [default: 10000]
    #[arg(long, value_name = "N")]
    pub(crate) unfinished: Option<usize>,
    /// Seconds of play to measure, at full load and again at half load [default: 15]
    #[arg(long, value_name = "N")]
    pub(crate) seconds: Option<u64>,
    /// Number of tables where somebody is making a move at the same time, at full load
    #[arg(long, value_name = "N", default_value_t = 128)]
    pub(crate) at_once: usize,
    /// Moves per second at half load; by default, half of what full load reached
    #[arg(long, value_name = "N")]
    pub(crate) rate: Option<f64>,
    /// The game to play
    #[arg(long, value_name = "GAME", default_value = "mister-spy", value_parser = hints::Games)]
    pub(crate) game: String,
    /// Number of people at each table
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) seats: u8,
    /// Players keep an event stream open and fetch the page when it tells them to; otherwise they fetch it after each move
    #[arg(long)]
    pub(crate) streams: bool,
    /// The folder for the server's data, and so the disk that is measured; it must not exist yet. By default, a new folder
    /// in the user's data folder
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Use few tables and little time: everything is tried, but the figures mean nothing
    #[arg(long)]
    pub(crate) quick: bool,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The options of a game, as they were given, with the decks of the seats.
pub(crate) fn options(info: &Info, options: &str, decks: &[String]) -> Result<Value, CliFault> {
    let text = match options.strip_prefix('@') {
        Some(file) => crate::store::read_text(file.as_ref())?,
        None => options.to_owned(),
    };
    let from = if text == options { "" } else { &options[1..] };
    let mut options: Value = serde_json::from_str(&text).map_err(|e| match from {
        "" => CliFault::Usage(format!("--options is not valid JSON: {e}; `safehouse games` has examples")),
        file => CliFault::Input(format!("{file}:{}: not valid JSON: {e}", e.line())),
    })?;
    if decks.is_empty() {
        return Ok(options);
    }
    let Some(map) = options.as_object_mut() else { return Ok(options) };
    if map.contains_key("decks") {
        return Err(CliFault::Usage("name the decks with --deck or with --options, not with both".into()));
    }
    let expert = map.get("expert") == Some(&Value::Bool(true));
    let decks = crate::cards::decks_of(info, decks, expert.then_some("expert"))?;
    map.insert("decks".to_owned(), decks.into());
    Ok(options)
}

/// The number of seats that every command plays with unless somebody says otherwise.
pub(crate) fn usual_seats(info: &Info) -> u8 {
    4.clamp(info.least, info.most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    /// The words of an example: quotes hold together, and what stands after two blanks explains it.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
        let mut signs = line.trim().chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '\'' => quoted = !quoted,
                ' ' if !quoted && signs.peek() == Some(&' ') => break,
                ' ' if !quoted => words.push(std::mem::take(&mut word)),
                '|' | '>' if !quoted => return words,
                sign => word.push(sign),
            }
        }
        words.push(word);
        words
    }

    fn examples(command: &clap::Command, all: &mut Vec<String>) {
        let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let shown =
            after.lines().skip_while(|line| *line != "Examples:").skip(1).take_while(|line| !line.is_empty());
        // An explanation may stand on a line of its own below its example.
        all.extend(shown.filter(|line| !line.starts_with("   ")).map(str::to_owned));
        command.get_subcommands().for_each(|below| examples(below, all));
    }

    #[test]
    fn every_example_can_be_typed() {
        let mut all = Vec::new();
        examples(&Cli::command(), &mut all);
        assert!(all.len() > 40, "{all:#?}");
        for line in all {
            // What is piped into the program is its own business.
            let own = line.rsplit("| safehouse").next().unwrap_or_default();
            let typed = if own == line { words(&line) } else { words(&format!("safehouse {own}")) };
            if let Err(wrong) = Cli::try_parse_from(&typed) {
                assert!(!wrong.use_stderr(), "{line}: {wrong}");
            }
        }
    }
}
