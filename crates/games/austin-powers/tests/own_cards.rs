//! Card files besides the program's own can join clauses as no card of the house does; they mean the same there.

use austin_powers::AustinPowers;
use austin_powers::cards::{More, add};
use table::GameOf;
use table::scenario::Scenario;

const CARDS: &str = r#"[
    Agent(name: "Own Courier", of: Good, person: "Courier", sex: Male, mark: Assassin, vibes: (groovy: 1), value: 5, dot: Red,
        rarity: Common, played: [Recall(Agent), PlayAgent, Draw(You, 1)]),
    Agent(name: "Own Hothead", of: Good, person: "Hothead", sex: Male, mark: Assassin, vibes: (groovy: 1), value: 5, dot: Red,
        rarity: Common, played: [AttackAtOnce, Draw(You, 1)]),
    Agent(name: "Own Heiress", of: Good, person: "Heiress", sex: Female, mark: Assassin, vibes: (groovy: 1), value: 5, dot: Red,
        rarity: Common, scores: [PlayDiscarded, Raid(Player)]),
    Agent(name: "Own Phoenix", of: Evil, person: "Phoenix", sex: Male, mark: Assassin, vibes: (creepy: 1), value: 5, dot: Red,
        rarity: Common, lost: [Draw(You, 1), ReturnItself]),
    Agent(name: "Own Matryoshka", of: Evil, person: "Matryoshka", sex: Male, mark: Assassin, vibes: (creepy: 1), value: 5,
        dot: Red, rarity: Common, lost: [PlayAgent]),
    Bone(name: "Own Noise!", of: Good, value: 2, dot: Blue, rarity: Common, shag: (), kill: (),
        played: [Discard(All, 1), Raid(Player)]),
    Swinger(name: "Own Piggy Bank", of: Good, dot: Green, rarity: Common, needs: (groovy: 1),
        table: [Action(cost: [PayCard, PayItself], does: [Draw(You, 3)]), Always(NeedLess(Groovy, 1))], without: [Commend]),
    Happening(name: "Own Jubilee", of: Good, value: 3, dot: Purple, rarity: Common,
        does: [Draw(Target, 2), Discard(Others, 1), LookAt]),
]"#;

const SCENARIOS: [&str; 8] = [
    r#"+++
game = "austin-powers"
title = "Whoever comes in the place of one who has lost is not discarded, but the Bones are"
rules = ["12.5", "6.16", "17.10"]

[position]
seats = 3
agents = ["colonel-mustache@0", "own-matryoshka@1", ""]
hands = ["yeah-sunshine", "heh-heh-heh mini-me*2", "yeah-sunshine"]
+++
> 0 attack 0 1
> 1 bone heh-heh-heh
> 0 bone yeah-sunshine
> 1 give-up
? asked 1
> 1 take mini-me
? view all agents.1 == mini-me@1
? view all discards.1 == own-matryoshka heh-heh-heh
? score 0 == 13
? asked 0
"#,
    r#"+++
game = "austin-powers"
title = "An Agent that comes by another does what it says before the other goes on"
rules = ["17.6", "17.10", "5.3"]

[position]
hands = ["own-courier", "heh-heh-heh"]
discards = ["basil-briefing-over-breakfast", ""]
decks = ["yeah-sunshine shagette-coral johnson-radar-operator*4", "heh-heh-heh*4"]
+++
> 0 play own-courier
> 0 take basil-briefing-over-breakfast
> 0 take basil-briefing-over-breakfast
? view all hands.0 == shagette-coral yeah-sunshine
? view all actions == 1
? asked 0
"#,
    r#"+++
game = "austin-powers"
title = "What must attack at once and finds nobody goes on with the rest"
rules = ["17.17", "4.10"]

[position]
hands = ["own-hothead", "heh-heh-heh"]
decks = ["yeah-sunshine*4", "heh-heh-heh*4"]
+++
> 0 play own-hothead
? view all hands.0 == yeah-sunshine
? asked 0
"#,
    r#"+++
game = "austin-powers"
title = "What must attack at once and finds somebody attacks, and goes on when that is over"
rules = ["17.17", "6.14"]

[position]
hands = ["own-hothead", ""]
agents = ["", "mustafa@7"]
decks = ["yeah-sunshine*4", "heh-heh-heh*4"]
+++
> 0 play own-hothead
! 0 done : 16.5
> 0 at 7
? score 0 == 5
? view all hands.1 == mustafa!
? view all hands.0 == yeah-sunshine
? view all actions == 1
? asked 0
"#,
    r#"+++
game = "austin-powers"
title = "An Agent that scores in another's turn brings one from the discard pile, and the Bones score after it"
rules = ["6.23", "6.17", "17.10", "17.5"]

[position]
seats = 3
turn = 1
agents = ["own-heiress@0", "mustafa@1", ""]
hands = ["yeah-sunshine", "heh-heh-heh", "shagette-coral"]
discards = ["johnson-radar-operator", "", ""]
+++
> 1 attack 1 0
> 0 bone yeah-sunshine
> 1 give-up
? score 0 == 5
? asked 0
> 0 take johnson-radar-operator
# It is not their turn: no chain begins.
? asked 0
> 0 player 2
> 0 take shagette-coral
? score 0 == 9
? view all discards.2 == shagette-coral
? asked 1
"#,
    r#"+++
game = "austin-powers"
title = "What is done when it is lost is done in its order"
rules = ["12.5"]

[position]
agents = ["colonel-mustache@0", "own-phoenix@1"]
hands = ["yeah-sunshine", ""]
decks = ["yeah-sunshine*4", "heh-heh-heh*4"]
+++
> 0 attack 0 1
? view all hands.1 == heh-heh-heh own-phoenix!
? score 0 == 9
? asked 0
"#,
    r#"+++
game = "austin-powers"
title = "A Bone that is thrown does what it says for whoever threw it"
rules = ["6.20", "4.9"]

[position]
seats = 4
agents = ["colonel-mustache@0", "mustafa@1", "", ""]
hands = ["yeah-sunshine*2", "heh-heh-heh*2", "own-noise shagette-coral", "pete-fuel-pump-man"]
+++
> 0 attack 0 1
> 1 ask
> 2 throw own-noise
> 3 pass
= 2 3
# Whoever threw it discards first: both hold one card only, and give it up without being asked.
? view all discards.2 == shagette-coral
? view all discards.3 == pete-fuel-pump-man
? asked 0
> 0 discard yeah-sunshine
> 1 discard heh-heh-heh
? asked 2
> 2 player 0
> 2 take yeah-sunshine
? view all hands.0 == 
# The other side answers now.
? asked 0
"#,
    r#"+++
game = "austin-powers"
title = "A card and the Swinger itself for three cards"
rules = ["17.31", "10.1", "8.6", "17.28"]

[position]
agents = ["colonel-mustache@0", ""]
hands = ["own-piggy-bank shagette-coral", ""]
decks = ["yeah-sunshine*4", "heh-heh-heh*4"]
+++
> 0 swing own-piggy-bank with
> 0 use 1
> 0 take shagette-coral
? view all hands.0 == yeah-sunshine*3
? view all discards.0 == shagette-coral own-piggy-bank
? view all actions == 0
? asked 0
"#,
];

#[test]
fn cards_of_your_own_do_what_they_say() {
    add(More::file("own.ron", CARDS)).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut wrong = Vec::new();
    for text in SCENARIOS {
        if let Err(differs) =
            Scenario::parse(text).and_then(|scenario| scenario.run(&GameOf::<AustinPowers>::new()))
        {
            wrong.push(format!("{text}\nline {}: {differs}", differs.line));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
