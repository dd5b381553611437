//! The casting list: who looks how. A Spy who is not on it is dressed by name.

use crate::gadgets::Gadget as G;
use crate::paper::Seed;
use crate::portrait::{Eyes as E, Head as H, Look, Mouth as M};
use crate::wardrobe::{Collar as C, Hair as R, Hat as T};

/// A row of the list.
const fn look(head: H, hair: R, hat: T, eyes: E, mouth: M, collar: C, gadget: G) -> Look {
    Look { head, hair, hat, eyes, mouth, collar, gadget }
}

/// How the Spy with this slug looks.
pub(crate) fn look_of(slug: &str) -> Look {
    match slug {
        "barnaby-twill" => look(H::Round, R::Sides, T::Fedora, E::Plain, M::Flat, C::Trench, G::Newspaper),
        "dot-pemberley" => look(H::Round, R::Bob, T::Bare, E::Round, M::Grin, C::Pearls, G::Diary),
        "cosmo-lint" => look(H::Oval, R::Sides, T::Bare, E::Joke, M::Nothing, C::Suit, G::Nothing),
        "minnie-vantage" => look(H::Oval, R::Wavy, T::Sun, E::Lashes, M::Lips, C::Pearls, G::Martini),
        "ferris-umber" => look(H::Square, R::Crew, T::Bare, E::Plain, M::Grin, C::Trench, G::Radio),
        "gil-fontaine" => look(H::Pointed, R::Spiky, T::Bare, E::Goggles, M::Grin, C::Suit, G::Knife),
        "petra-quill" => look(H::Pointed, R::Bun, T::Bare, E::Wings, M::Flat, C::Roll, G::Lens),
        "rufus-latch" => look(H::Round, R::Crew, T::Beanie, E::Plain, M::Beard, C::Roll, G::Keys),
        "odette-marrow" => look(H::Oval, R::Bob, T::Beret, E::Lashes, M::Lips, C::Stripes, G::Lipstick),
        "hank-calloway" => look(H::Square, R::Sides, T::Cowboy, E::Narrow, M::Handlebar, C::Foam, G::Duck),
        "sable-winters" => look(H::Pointed, R::Long, T::Bare, E::Shades, M::Lips, C::Roll, G::Camera),
        "monty-draper" => look(H::Oval, R::Sides, T::Bowler, E::Monocle, M::Walrus, C::Suit, G::Umbrella),
        "inga-nightjar" => look(H::Oval, R::Bob, T::Scarf, E::Lashes, M::Small, C::Trench, G::Finger),
        "lorenzo-pike" => look(H::Pointed, R::Slick, T::Bare, E::Narrow, M::Pencil, C::Roll, G::Rope),
        "jillian-styles" => {
            look(H::Pointed, R::Beehive, T::Bare, E::Raised, M::Lips, C::Trench, G::Passports)
        }
        "dash-kensington" => look(H::Square, R::Bald, T::Helmet, E::Goggles, M::Smirk, C::Scarf, G::Wheel),
        "vivienne-thorn" => look(H::Oval, R::Wavy, T::Veil, E::Lashes, M::Lips, C::Roll, G::Rose),
        "marguerite-steele" => look(H::Round, R::Bun, T::Bare, E::Round, M::Smirk, C::Pearls, G::Knitting),
        "rex-halloran" => look(H::Square, R::Crew, T::Bare, E::Stern, M::Frown, C::Suit, G::Dynamite),
        "augusta-vane" => look(H::Oval, R::Curly, T::Tiara, E::Narrow, M::Smirk, C::Pearls, G::Armchair),
        "magnus-sterling" => look(H::Square, R::Slick, T::Fedora, E::Narrow, M::Smirk, C::Dinner, G::Pistol),
        "pip-marlow" => look(H::Dog, R::Bald, T::Bare, E::Plain, M::Nothing, C::Strap, G::Nothing),
        "dora-finch" => look(H::Round, R::Bob, T::Lampshade, E::Round, M::Small, C::Pearls, G::Nothing),
        "basil-quince" => look(H::Oval, R::Sides, T::Fedora, E::Plain, M::Flat, C::Suit, G::Pistols),
        "ilse-ravenna" => look(H::Pointed, R::Plaits, T::Bare, E::Narrow, M::Smirk, C::Stripes, G::File),
        "cornelius-stroud" => {
            look(H::Oval, R::Bald, T::Bare, E::Monocle, M::Handlebar, C::Dinner, G::Cocktail)
        }
        "odile-moreau" => look(H::Pointed, R::Beehive, T::Bare, E::Nothing, M::Nothing, C::Ruff, G::Nothing),
        "viktor-lasko" => look(H::Square, R::Crew, T::Bare, E::Shades, M::Frown, C::Trench, G::Explosion),
        "seraphina-black" => look(H::Pointed, R::Long, T::Sun, E::Nothing, M::Lips, C::Roll, G::Mask),
        _ => stranger(slug),
    }
}

/// Somebody nobody has cast yet.
fn stranger(slug: &str) -> Look {
    let mut seed = Seed::of(slug);
    look(
        seed.one(&[H::Oval, H::Square, H::Pointed, H::Round]),
        seed.one(&[
            R::Sides,
            R::Crew,
            R::Slick,
            R::Spiky,
            R::Bob,
            R::Bun,
            R::Long,
            R::Wavy,
            R::Curly,
            R::Plaits,
        ]),
        seed.one(&[T::Bare, T::Fedora, T::Bowler, T::Beret, T::Cap, T::Sun, T::Beanie]),
        seed.one(&[
            E::Plain,
            E::Lashes,
            E::Narrow,
            E::Raised,
            E::Stern,
            E::Round,
            E::Wings,
            E::Shades,
            E::Patch,
        ]),
        seed.one(&[M::Smirk, M::Grin, M::Lips, M::Flat, M::Frown, M::Pencil, M::Handlebar]),
        seed.one(&[C::Suit, C::Dinner, C::Roll, C::Trench, C::Pearls, C::Scarf, C::Stripes]),
        seed.one(&[G::Martini, G::Radio, G::Lens, G::Keys, G::Camera, G::Umbrella, G::Rose, G::Pistol]),
    )
}

#[cfg(test)]
mod tests {
    use crate::mister_spy::spy_card;

    #[test]
    fn strangers_get_a_face_too() {
        let draw = |slug| spy_card(slug, "A Stranger", 7, "Nobody has met them yet.");
        assert_eq!(draw("new-one"), draw("new-one"));
        assert_ne!(draw("new-one"), draw("another"));
    }
}
