//! The laws of the house, for both games, with and without steady hands.

use mighty_beanz::cards::{Card, Catalog, Face, Kind, More, Type};
use mighty_beanz::{MightyBeanz, Setup};
use table::laws::{Budget, uphold};

#[test]
fn the_laws_hold() {
    let setups = [
        Setup::basic(),
        Setup::expert(),
        Setup { steady: true, ..Setup::basic() },
        Setup { decks: ["starter-barnyard", "starter-circus"].map(String::from).into(), ..Setup::basic() },
        // Each rule of the house left out.
        Setup { closed_lists: true, ..Setup::basic() },
        Setup { for_nothing: true, targets_first: true, ..Setup::expert() },
        Setup { endless: true, ..Setup::basic() },
    ];
    if let Err(broken) = uphold::<MightyBeanz>(&setups, Budget::QUICK) {
        panic!("{broken}");
    }
}

#[test]
fn the_cards_have_no_mistakes() {
    let (_, mistakes) = mighty_beanz::cards::Catalog::read(Default::default());
    let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

/// What has no power is cheaper than what has one (rule 4.7), at the same strength or more, and what has one is no cheaper
/// than the usual Beans of its type.
#[test]
fn a_bean_without_a_power_is_cheaper() {
    let beans = || Face::all().map(Face::card).filter(|card| card.kind == Kind::Bean);
    let chills = |card: &Card| card.deeds.is_empty() && card.gifts.is_empty();
    let (mut pairs, mut wrong) = (0, Vec::new());
    for idle in beans().filter(|card| chills(card)) {
        for busy in beans().filter(|card| !chills(card) && card.class == idle.class && card.mmp >= idle.mmp) {
            pairs += 1;
            if idle.cost >= busy.cost {
                wrong.push(format!("{} costs {}, {} costs {}", idle.name, idle.cost, busy.name, busy.cost));
            }
        }
        let cheaper =
            beans().filter(|card| !chills(card) && card.class > Type::Rookie && card.class == idle.class);
        let cheaper = cheaper.filter(|busy| busy.cost <= idle.cost);
        wrong.extend(cheaper.map(|busy| format!("{} costs no more than {}", busy.name, idle.name)));
    }
    assert!(wrong.is_empty() && pairs > 20, "{pairs} pairs\n{}", wrong.join("\n"));
}

/// What a file says, and what is said of it.
fn mistakes(text: &str) -> Vec<String> {
    let (_, mistakes) = Catalog::read(More::file("own.ron", text));
    mistakes.iter().map(ToString::to_string).collect()
}

#[test]
fn what_can_have_no_effect_is_refused_with_file_and_line() {
    let bean =
        |name: &str, more: &str| format!("Bean(name: \"{name}\", type: Rookie, mmp: 50, cost: 1, {more})");
    let instant = |does: &str| format!("Instant(name: \"Own!\", answers: Attack, does: [{does}])");
    for (card, what) in [
        (bean("Own Bean", "power: HeadzUp([Attack(Me, 50)])"), "Own Bean: Attack(Me, ..) never counts"),
        (bean("Own Bean", "power: HeadzUp([Mmp(All, -50)])"), "Own Bean: Mmp: -50 is not from 10 to 1000"),
        (
            bean("Own Bean", "power: HeadzUp([Defence(Me, -5)])"),
            "Own Bean: Defence: -5 is not from 10 to 1000",
        ),
        (
            bean("Own Bean", "power: Like(\"Clown Bean\")"),
            "Own Bean: its power is Like that of Clown Bean, which has none",
        ),
        (
            bean("Own Bean", "team: \"circus\""),
            "Own Bean: team 'circus' is also written 'Circus'; did you mean 'Circus'?",
        ),
        (bean("Own Bean", "team: \"Half Pipe\""), "Own Bean: team 'Half Pipe' is also written 'Half-Pipe'"),
        (instant("Cancel, Boomerang"), "Own!: Boomerang can have no effect beside Cancel"),
        (instant("Shield(100), Cancel"), "Own!: Shield can have no effect beside Cancel"),
        (instant("Boomerang, Boomerang"), "Own!: Boomerang is there twice"),
    ] {
        let said = mistakes(&format!("[\n    {card},\n]"));
        assert!(
            matches!(&said[..], [one] if one.starts_with(&format!("own.ron:2: {what}"))),
            "{card}: {said:?}"
        );
    }
    // The nearest cards that are fine.
    for card in [
        bean("Own Bean", "power: HeadzUp([Attack(All, 50), Mmp(Me, 50)])"),
        bean("Own Bean", "power: Like(\"Lion Bean\")"),
        bean("Own Bean", "team: \"Circus\""),
        instant("Cancel, Draw(1)"),
        instant("Boomerang, Shield(100), Shield(50)"),
    ] {
        assert_eq!(mistakes(&format!("[{card}]")), [""; 0], "{card}");
    }
}

#[test]
fn a_ring_hides_no_other_mistake() {
    let said = mistakes(
        r#"[
    Bean(name: "Hen Bean", type: Rookie, mmp: 50, cost: 1, power: Like("Egg Bean")),
    Bean(name: "Egg Bean", type: Rookie, mmp: 50, cost: 1, power: Like("Hen Bean")),
    Bean(name: "Free Bean", type: Rookie, mmp: 50, cost: 0, power: Like("Lion Bean")),
    Bean(name: "Idle Bean", type: Rookie, mmp: 50, cost: 1, power: Like("Clown Bean")),
    Bean(name: "Lost Bean", type: Rookie, mmp: 50, cost: 1, power: Like("Knockdown")),
]"#,
    );
    let lines: Vec<&str> = said.iter().map(|line| line.split(':').nth(1).unwrap_or_default()).collect();
    assert_eq!(lines, ["2", "4", "5", "6"], "{said:?}");
}
