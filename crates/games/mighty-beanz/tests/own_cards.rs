//! Card files besides the program's own can join clauses as no card of the house does; they mean the same there.

use mighty_beanz::MightyBeanz;
use mighty_beanz::cards::{More, add};
use table::GameOf;
use table::scenario::Scenario;

const CARDS: &str = r#"[
    Bean(name: "Hopping Bean", type: Rookie, mmp: 50, cost: 1, power: Spin([Move, Attack])),
    Bean(name: "Leaping Bean", type: Rookie, mmp: 50, cost: 1, power: Spin([Swap, Knockdown(Here)])),
    Bean(name: "Greedy Bean", type: Rookie, mmp: 50, cost: 1, power: Spin([KnockOff(Here), Attack])),
    Instant(name: "Thanks for Telling", answers: Action, does: [Draw(1)]),
]"#;

const SCENARIOS: [&str; 5] = [
    r#"+++
game = "mighty-beanz"
title = "A Bean that moves itself attacks where it has gone"
rules = ["8.11", "8.17", "6.2"]

[position]
mat.a1 = "hopping-bean"
mat.b3 = "drizzle-bean"
mat.b7 = "drizzle-bean"
+++
> 0 spin a1
> 0 at a1
> 0 at a4
? news watcher has Attack 50 (Hopping Bean 50) against defence 50 (Drizzle Bean 50).
? view all mat.a4 == hopping-bean bottomz-up
? view all mat.b3 == drizzle-bean sidewayz
? view all mat.b7 == drizzle-bean
? asked 0
"#,
    r#"+++
game = "mighty-beanz"
title = "Where it finds nobody it turns all the same"
rules = ["8.11", "8.17"]

[position]
mat.a1 = "hopping-bean"
mat.b7 = "drizzle-bean"
+++
> 0 spin a1
> 0 at a1
> 0 at a4
? news watcher has Hopping Bean in a4 is now Bottomz-up.
? view all mat.a4 == hopping-bean bottomz-up
? asked 0
"#,
    r#"+++
game = "mighty-beanz"
title = "Whichever of two is named first, the one that swaps itself knocks down where it has gone"
rules = ["8.11", "8.5"]

[position]
mat.a1 = "leaping-bean"
mat.a2 = "leaping-bean"
mat.a4 = "lion-bean"
mat.a6 = "lion-bean"
mat.b1 = "drizzle-bean"
mat.b3 = "drizzle-bean"
mat.b7 = "drizzle-bean"
+++
> 0 spin a1
> 0 at a1
> 0 at a4
! 0 at b7 : 8.5
> 0 at b3
> 0 spin a2
> 0 at a6
> 0 at a2
! 0 at b7 : 8.5
> 0 at b1
? view all mat.a6 == leaping-bean bottomz-up
? asked 0
"#,
    r#"+++
game = "mighty-beanz"
title = "A Bean that knocks off the only one it could attack turns all the same"
rules = ["8.17", "6.2"]

[position]
mat.a1 = "greedy-bean"
mat.b7 = "drizzle-bean"
+++
> 0 spin a1
> 0 at b7
? news watcher has Greedy Bean in a1 is now Bottomz-up.
? view all mat.a1 == greedy-bean bottomz-up
? asked 0
"#,
    r#"+++
game = "mighty-beanz"
title = "An Instant that does not cancel cancels nothing"
rules = ["9.7"]

[position]
hands = ["second-wind", "thanks-for-telling"]
+++
> 0 play second-wind
> 1 answer thanks-for-telling
? view watcher points == 9
? view watcher players.1.deck == 9
? asked 0
"#,
];

#[test]
fn cards_of_your_own_do_what_they_say() {
    add(More::file("own.ron", CARDS)).unwrap_or_else(|wrong| panic!("{wrong}"));
    for text in SCENARIOS {
        if let Err(differs) =
            Scenario::parse(text).and_then(|scenario| scenario.run(&GameOf::<MightyBeanz>::new()))
        {
            panic!("{}\nline {}: {differs}", text, differs.line);
        }
    }
}
