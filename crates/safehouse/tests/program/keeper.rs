//! `safehouse house`: copies that are whole, restores that were tried, checks that find what is damaged; and one house to
//! a data folder.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::path::Path;
use std::process::{Command, Stdio};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use crate::common::{Done, Scratch};
use crate::serve::{Guest, House, drawn};

/// Runs `safehouse house` to its end, which must be a good one.
#[track_caller]
fn house(scratch: &Scratch, args: &[&str]) -> Done {
    let done = scratch.run(&[&["house"], args].concat(), "");
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{args:?}: {done:?}");
    done
}

/// It must fail with this code, and say this in one line.
#[track_caller]
fn refused(scratch: &Scratch, args: &[&str], code: i32, says: &str) -> Done {
    let done = scratch.run(&[&["house"], args].concat(), "");
    done.calm();
    assert_eq!(done.code, Some(code), "{args:?}: {done:?}");
    assert_eq!(done.err.matches('\n').count(), 1, "one line, please: {done:?}");
    assert!(done.err.contains(says), "'{says}' is not in {done:?}");
    done
}

/// Plays a little, until there is a question again.
fn play(house: &House, guest: &mut Guest, choices: u32) {
    let upto = guest.sure + choices;
    while guest.sure < upto && !guest.wait(house).contains("The game is over:") {
        assert!(guest.choose(house, 1));
    }
    guest.wait(house);
}

/// Changes a file behind the house's back.
fn damage(file: &Path, sql: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(file).foreign_keys(false);
        let mut file = options.connect().await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut file).await.unwrap();
        file.close().await.unwrap();
    });
}

/// The commands of the page's fenced blocks in the section with this heading.
fn commands_of(page: &str, heading: &str) -> Vec<Vec<String>> {
    let section = page.split(&format!("\n## {heading}\n")).nth(1).expect("the section");
    let section = section.split("\n## ").next().unwrap();
    let blocks = section.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let lines = blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("$ safehouse "));
    lines.map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

/// Does what the page says, word for word: a backup of an open house, a check, then a restore, a check, and the house is
/// opened again.
#[test]
fn what_the_page_says_about_backup_and_restore_works() {
    let page = include_str!("../../../../docs/house.md");
    let commands = commands_of(page, "Backup and restore");
    let whole: Vec<String> = commands.iter().map(|words| words.join(" ")).collect();
    assert_eq!(
        whole,
        [
            "house backup --data house backup.db",
            "house check backup.db",
            "house restore --data house backup.db",
            "house check --data house",
            "serve --data house",
        ],
        "this test does what the page says; change both"
    );
    let run = |scratch: &Scratch, n: usize| {
        let words: Vec<&str> = commands[n].iter().map(String::as_str).collect();
        let done = scratch.run(&words, "");
        assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{words:?}: {done:?}");
        done.out
    };

    let scratch = Scratch::new();
    let house = House::open(&scratch);
    let mut guests = [Guest::new(&house, "mister-spy", 3), Guest::new(&house, "renamed-spy", 2)];
    guests.iter_mut().for_each(|guest| play(&house, guest, 3));
    let out = run(&scratch, 0);
    assert!(out.starts_with("2 tables, ") && out.contains(" 2 guests: copied to backup.db ("), "{out}");
    let pages: Vec<String> = guests.iter().map(|guest| drawn(&guest.look(&house))).collect();
    let out = run(&scratch, 1);
    assert!(out.contains(" 2 guests: every game can be played on."), "{out}");
    // What happens after the backup is gone after the restore.
    guests.iter_mut().for_each(|guest| play(&house, guest, 2));
    let late = Guest::new(&house, "mister-spy", 2);
    drop(house);

    let out = run(&scratch, 2);
    assert!(out.contains("restored to house."), "{out}");
    assert!(out.contains("What was there before is kept as house/safehouse.db.before-1."), "{out}");
    run(&scratch, 3);
    let house = House::open(&scratch);
    for (guest, page) in guests.iter().zip(&pages) {
        assert_eq!(drawn(&guest.look(&house)), *page);
    }
    assert_eq!(house.ask("GET", &late.table, "", "").unwrap().0, 404);
    guests.iter_mut().for_each(|guest| {
        guest.sure = 0;
        play(&house, guest, 2);
    });
    drop(house);
    // The file that was there before has everything, and can be restored as well.
    let old = "house/safehouse.db.before-1";
    let done = crate::keeper::house(&scratch, &["restore", "--data", "house", old]);
    assert!(done.out.starts_with("3 tables, "), "{done:?}");
    assert!(done.out.contains("kept as house/safehouse.db.before-2."), "{done:?}");
    let house = House::open(&scratch);
    assert_eq!(house.ask("GET", &late.table, "", "").unwrap().0, 200);
}

#[test]
fn backups_are_private_whole_and_never_overwrite() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new();
    let open = House::open(&scratch);
    let mut guest = Guest::new(&open, "mister-spy", 2);
    play(&open, &mut guest, 2);
    house(&scratch, &["backup", "--data", "house", "copy.db"]);
    let copy = scratch.path("copy.db");
    assert_eq!(copy.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let before = std::fs::read(&copy).unwrap();
    refused(
        &scratch,
        &["backup", "--data", "house", "copy.db"],
        4,
        "copy.db is there already; choose another name",
    );
    assert_eq!(std::fs::read(&copy).unwrap(), before);
    refused(
        &scratch,
        &["backup", "--data", "house", "no/such/copy.db"],
        4,
        "no/such/copy.db: cannot be written",
    );
    refused(
        &scratch,
        &["backup", "--data", "nowhere", "other.db"],
        3,
        "nowhere/safehouse.db: cannot be read",
    );
    assert_eq!(scratch.files(""), ["copy.db", "house"], "nothing is left lying about");
}

#[test]
fn damage_is_named_without_what_is_secret() {
    let scratch = Scratch::new();
    let open = House::open(&scratch);
    let mut guests: Vec<Guest> = (0..3).map(|_| Guest::new(&open, "mister-spy", 2)).collect();
    guests.iter_mut().for_each(|guest| play(&open, guest, 3));
    drop(open);
    house(&scratch, &["check", "--data", "house"]);
    house(&scratch, &["backup", "--data", "house", "good.db"]);
    let file = scratch.path("house/safehouse.db");
    let seed = "upper-case-is-no-seed-of-ours";
    for (sql, says) in [
        (
            "UPDATE choices SET line = '0 no such act'
             WHERE ply = 2 AND table_id = (SELECT id FROM tables WHERE rowid = 1)",
            "table 1 (mister-spy): choice 3 of ",
        ),
        (
            "UPDATE tables SET doc = substr(doc, 1, 60) WHERE rowid = 2",
            "table 2 (mister-spy): its description",
        ),
        (
            &format!("UPDATE tables SET doc = json_set(doc, '$.seed', '{seed}') WHERE rowid = 3"),
            "table 3 (mister-spy): its seed is not one",
        ),
        (
            "UPDATE tables SET game = 'whist' WHERE rowid = 2",
            "table 2 (unknown game): this program has no such game",
        ),
        ("DELETE FROM choices WHERE ply = 1", "3 tables lack choices in the middle"),
        ("DELETE FROM tables WHERE rowid = 3", " belong to no table"),
    ] {
        house(&scratch, &["restore", "--data", "house", "good.db"]);
        damage(&file, sql);
        let done = refused(&scratch, &["check", "--data", "house"], 1, "house/safehouse.db has ");
        assert!(done.out.contains(says), "'{says}' is not in {done:?}");
        for guest in &guests {
            assert!(!done.out.contains(guest.table.trim_start_matches("/t/")), "{done:?}");
        }
        assert!(!done.out.contains(seed) && !done.out.contains("no such act"), "{done:?}");
        // A damaged copy is not restored.
        let bad = scratch.path("bad.db");
        let _ = std::fs::remove_file(&bad);
        house(&scratch, &["backup", "--data", "house", "bad.db"]);
        refused(&scratch, &["restore", "--data", "other", "bad.db"], 1, "bad.db was not restored: it has ");
        assert!(!scratch.path("other").exists());
    }
    // A page of the file itself.
    house(&scratch, &["restore", "--data", "house", "good.db"]);
    let mut bytes = std::fs::read(&file).unwrap();
    let page = bytes.len() / 4096 / 2 * 4096;
    bytes[page..page + 4096].fill(0x5a);
    std::fs::write(&file, bytes).unwrap();
    let done = scratch.run(&["house", "check", "--data", "house"], "");
    done.calm();
    assert!(matches!(done.code, Some(1 | 3)), "{done:?}");
}

#[test]
fn what_is_no_copy_is_not_restored() {
    let scratch = Scratch::new();
    let open = House::open(&scratch);
    Guest::new(&open, "mister-spy", 2);
    house(&scratch, &["backup", "--data", "house", "copy.db"]);
    std::fs::write(scratch.path("text.db"), "not a database, but long enough to look like one of them")
        .unwrap();
    std::fs::write(scratch.path("empty.db"), "").unwrap();
    refused(&scratch, &["restore", "--data", "other", "text.db"], 3, "text.db: cannot be read: ");
    refused(
        &scratch,
        &["restore", "--data", "other", "empty.db"],
        3,
        "empty.db: cannot be read: it is not the file of",
    );
    refused(&scratch, &["restore", "--data", "other", "none.db"], 3, "none.db: cannot be read: ");
    damage(&scratch.path("copy.db"), "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1");
    refused(&scratch, &["check", "copy.db"], 3, "copy.db: cannot be read: it was written by a newer version");
    assert!(!scratch.path("other").exists());
    // Not while the house is open, either.
    house(&scratch, &["backup", "--data", "house", "good.db"]);
    let says = format!("house is used by the house at http://{} (process {})", open.address, open.child.id());
    refused(&scratch, &["restore", "--data", "house", "good.db"], 4, &says);
    assert_eq!(open.ask("GET", "/healthz", "", "").unwrap().0, 200);
}

#[test]
fn a_second_house_in_the_same_folder_says_who_has_it() {
    let scratch = Scratch::new();
    let first = House::open(&scratch);
    let done = scratch.run(&["serve", "--address", "127.0.0.1:0", "--data", "house", "--log", "off"], "");
    done.calm();
    assert_eq!((done.code, done.out.as_str()), (Some(4), ""), "{done:?}");
    let says = format!(
        "safehouse: house is used by the house at http://{} (process {}); close it, or choose another folder with --data\n",
        first.address,
        first.child.id()
    );
    assert_eq!(done.err, says);
    // Killed, it leaves its lock behind, and that blocks nobody.
    drop(first);
    assert!(scratch.path("house/safehouse.lock").exists());
    House::open(&scratch);
}

/// A real disk that is full, for the program as it is: nothing grows beyond what there is. What is refused has not happened,
/// `/healthz` says why, and when there is room again the house goes on by itself.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_the_house_goes_on_when_there_is_room() {
    let scratch = Scratch::new();
    // A write beyond the limit shall fail, as on a full disk, and not end the program by a signal.
    let mut command = Command::new("sh");
    let deaf = "trap '' XFSZ; exec \"$0\" \"$@\"";
    command.args(["-c", deaf, env!("CARGO_BIN_EXE_safehouse")]).args(House::words("off"));
    command.current_dir(scratch.path("")).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = {
        let _alone = crate::common::one_at_a_time();
        command.spawn().unwrap()
    };
    let house = House::of(child);
    let mut guest = Guest::new(&house, "mister-spy", 2);
    play(&house, &mut guest, 1);
    let process = house.child.id() as i32;
    let limit = |soft: u64| {
        rlimit::prlimit(process, rlimit::Resource::FSIZE, Some((soft, u64::MAX)), None).unwrap();
    };
    limit(1);
    let page = guest.wait(&house);
    let form = format!("ply={}&pick=0", crate::serve::ply(&page));
    let (status, answer) = house.ask("POST", &format!("{}/act", guest.table), &guest.cookie, &form).unwrap();
    assert_eq!(status, 503, "{answer}");
    let (status, answer) = house.ask("GET", "/healthz", "", "").unwrap();
    assert_eq!(status, 503, "{answer}");
    assert!(answer.contains(": nothing can be kept ("), "{answer}");
    limit(u64::MAX);
    for _ in 0..300 {
        if house.ask("GET", "/healthz", "", "").unwrap().0 == 200 {
            let page = guest.wait(&house);
            assert_eq!(format!("ply={}&pick=0", crate::serve::ply(&page)), form, "it has not happened");
            play(&house, &mut guest, 1);
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("the house does not get well again");
}
