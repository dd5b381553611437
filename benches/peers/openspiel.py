"""OpenSpiel's side of the benchmark: one line of JSON for each figure. `run` calls it.

    openspiel.py time kuhn|leduc SECONDS SEED    what it does in a second
    openspiel.py count kuhn|leduc                how many decisions a game and a simulation take; not timed
    openspiel.py facts kuhn|leduc                what a walk through the whole game counts, for fixture/tests/facts.rs

Every loop that is timed runs inside its C++, except that of whole games, which is called once a game: see README.md.
"""

import json
import random
import sys
import time
from collections import defaultdict as Odds
from fractions import Fraction

import pyspiel
from open_spiel.python.algorithms import ismcts

# The same roots as on the other side: what the two players were dealt.
ROOTS = {"kuhn": ("kuhn_poker", [0, 1]), "leduc": ("leduc_poker", [0, 2])}
ROLLOUTS = 100_000
SIMULATIONS = [1_000, 10_000]


def root_of(name):
    game, dealt = ROOTS[name]
    game = pyspiel.load_game(game)
    state = game.new_initial_state()
    for card in dealt:
        state.apply_action(card)
    return game, state


def curiosity(game):
    """The house's 0.7 for results between 0 and 1, in chips."""
    return 0.7 * (game.max_utility() - game.min_utility())


def until(seconds, once):
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        once()
    return time.perf_counter() - start


def playouts(game, root, seconds, seed):
    """One simulation of its MCTS, whose leaf is the root and is judged by so many random games."""
    judge = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, judge, 1.0, 1, 1000, False, seed, False)
    calls = 0

    def once():
        nonlocal calls
        bot.mcts_search(root)
        calls += 1

    return {"measure": "playouts", "seconds": until(seconds, once), "games": calls * ROLLOUTS}


def whole_games(game, seconds, seed):
    """Its own loop for two of its own random bots, from before the deal."""
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(2)]
    games = 0

    def once():
        nonlocal games
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + games)
        games += 1

    return {"measure": "whole games", "seconds": until(seconds, once), "games": games}


def searches(game, root, simulations, seconds, seed):
    """Its ISMCTS with one random game for each simulation, in a new world every time; each search starts afresh."""
    thoughts = 0

    def once():
        nonlocal thoughts
        n = seed + thoughts
        judge = pyspiel.RandomRolloutEvaluator(1, n)
        pyspiel.ISMCTSBot(n, judge, curiosity(game), simulations, -1).get_policy(root)
        thoughts += 1

    seconds = until(seconds, once)
    return {"measure": f"search {simulations}", "seconds": seconds, "simulations": thoughts * simulations}


class Walk:
    """Everything that can happen from here on, with the odds of uniformly random play, exactly."""

    def __init__(self, state):
        self.endings = self.decisions = 0
        self.information_sets = set()
        self.lengths, self.gains = Odds(Fraction), Odds(Fraction)
        self.on(state, 0, Fraction(1))

    def on(self, state, ply, odds):
        if state.is_terminal():
            self.endings += 1
            self.lengths[ply] += odds
            self.gains[int(state.returns()[0])] += odds
            return
        if not state.is_chance_node():
            self.decisions += 1
            self.information_sets.add(state.information_state_string())
            ply += 1
        # All cards are equally likely in these games.
        acts = state.legal_actions()
        for act in acts:
            self.on(state.child(act), ply, odds / len(acts))

    def mean_length(self):
        return sum(ply * odds for ply, odds in self.lengths.items())


class Counter(ismcts.ISMCTSBot):
    """Its ISMCTS as it has it in Python too, which can be watched: a twin that counts decisions."""

    def __init__(self, game, simulations, seed):
        super().__init__(game, self, curiosity(game), simulations)
        self._random_state.seed(seed)
        self.rng = random.Random(seed)
        self.set_resampler(lambda state, who: state.resample_from_infostate(who, self.rng.random))
        self.decisions = 0

    def check_expand(self, node, legal_actions):
        self.decisions += 1
        return super().check_expand(node, legal_actions)

    def prior(self, state):
        return [(act, 1.0) for act in state.legal_actions()]

    def evaluate(self, state):
        state = state.clone()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, odds = zip(*state.chance_outcomes())
                state.apply_action(self.rng.choices(cards, odds)[0])
            else:
                state.apply_action(self.rng.choice(state.legal_actions()))
                self.decisions += 1
        return state.returns()


def decisions_each(game, root, simulations):
    """The mean over as many searches as make some ten thousand simulations."""
    searches = max(3, 10_000 // simulations)
    counters = [Counter(game, simulations, seed) for seed in range(searches)]
    for counter in counters:
        counter.run_search(root)
    return sum(counter.decisions for counter in counters) / (searches * simulations)


def main(what, name, *rest):
    game, root = root_of(name)
    if what == "count":
        print(json.dumps({
            "playouts": float(Walk(root).mean_length()),
            "whole games": float(Walk(game.new_initial_state()).mean_length()),
            **{f"search {n}": decisions_each(game, root, n) for n in SIMULATIONS},
        }))
        return
    if what == "facts":
        walk = Walk(game.new_initial_state())
        print(walk.endings, "endings,", walk.decisions, "decision points,",
              len(walk.information_sets), "information sets")
        for title, odds in [("lengths", walk.lengths), ("gains of the first player", walk.gains)]:
            print(f"{title}:", ", ".join(f"{key}: {each}" for key, each in sorted(odds.items())))
        return
    seconds, seed = float(rest[0]), int(rest[1])
    print(json.dumps(playouts(game, root, seconds, seed)))
    print(json.dumps(whole_games(game, seconds, seed)))
    for simulations in SIMULATIONS:
        print(json.dumps(searches(game, root, simulations, seconds, seed)))


if __name__ == "__main__":
    main(*sys.argv[1:])
