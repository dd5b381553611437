//! What can be agreed on before a game.

use crate::rooms::Agreement;

// One question for game and decks, since a deck fits to one of the two games only.
pub(super) const CHOICES: &[Agreement] = &[
    Agreement {
        name: "decks",
        label: "Game and decks",
        answers: &[
            ("basic", "basic: Circus against Barnyard", "{}"),
            (
                "basic-turned",
                "basic: Barnyard against Circus",
                r#"{"decks": ["starter-barnyard", "starter-circus"]}"#,
            ),
            ("circus", "basic: Circus against Circus", r#"{"decks": ["starter-circus", "starter-circus"]}"#),
            (
                "barnyard",
                "basic: Barnyard against Barnyard",
                r#"{"decks": ["starter-barnyard", "starter-barnyard"]}"#,
            ),
            ("expert", "Expert: Ironclad against Swarm", r#"{"expert": true}"#),
            (
                "expert-turned",
                "Expert: Swarm against Ironclad",
                r#"{"expert": true, "decks": ["expert-swarm", "expert-ironclad"]}"#,
            ),
            (
                "ironclad",
                "Expert: Ironclad against Ironclad",
                r#"{"expert": true, "decks": ["expert-ironclad", "expert-ironclad"]}"#,
            ),
            (
                "swarm",
                "Expert: Swarm against Swarm",
                r#"{"expert": true, "decks": ["expert-swarm", "expert-swarm"]}"#,
            ),
        ],
    },
    Agreement {
        name: "hands",
        label: "Shoot for Loot",
        answers: &[
            ("flick", "flick it yourself", "{}"),
            ("steady", "steady hands: three in five hit", r#"{"steady": true}"#),
        ],
    },
    Agreement {
        name: "lists",
        label: "Deck lists",
        answers: &[
            ("open", "open to both players", "{}"),
            ("closed", "closed: kept secret", r#"{"closed_lists": true}"#),
        ],
    },
    Agreement {
        name: "targets",
        label: "Targets",
        answers: &[
            ("last", "named after the answers", "{}"),
            ("first", "named before the answers", r#"{"targets_first": true}"#),
        ],
    },
    Agreement {
        name: "nothing",
        label: "Cards played for nothing",
        answers: &[("not", "not allowed", "{}"), ("allowed", "allowed", r#"{"for_nothing": true}"#)],
    },
    Agreement {
        name: "length",
        label: "Length",
        answers: &[
            ("hundred", "at most a hundred turns", "{}"),
            ("endless", "endless", r#"{"endless": true}"#),
        ],
    },
];
