//! The casting list of Austin Powers: who looks how. Whoever is not on it is dressed by name.

use austin_powers::cards::{Card, Sex};

use crate::gadgets::Gadget as G;
use crate::paper::Seed;
use crate::portrait::{Eyes as E, Head as H, Look, Mouth as M};
use crate::wardrobe::{Collar as C, Hair as R, Hat as T};

/// A row of the list.
const fn look(head: H, hair: R, hat: T, eyes: E, mouth: M, collar: C, gadget: G) -> Look {
    Look { head, hair, hat, eyes, mouth, collar, gadget }
}

/// How an Agent looks.
pub(crate) fn look_of(card: &Card) -> Look {
    let person = match card.person.name() {
        "Austin" => look(H::Oval, R::Bob, T::Bare, E::Round, M::Grin, C::Ruff, G::Nothing),
        "Felicity" => look(H::Pointed, R::Long, T::Bare, E::Lashes, M::Lips, C::Roll, G::Nothing),
        "Basil" => look(H::Oval, R::Sides, T::Bare, E::Plain, M::Pencil, C::Suit, G::Nothing),
        "Tweed" => look(H::Square, R::Bun, T::Bare, E::Stern, M::Flat, C::Pearls, G::Umbrella),
        "Lavalamp" => look(H::Oval, R::Wavy, T::Bare, E::Narrow, M::Smirk, C::Ruff, G::Cocktail),
        "Paisley" => look(H::Oval, R::Beehive, T::Bare, E::Wings, M::Lips, C::Scarf, G::Pistol),
        "Cummerbund" => look(H::Square, R::Slick, T::Bare, E::Narrow, M::Smirk, C::Dinner, G::Pistol),
        "Bowler" => look(H::Round, R::Sides, T::Bowler, E::Plain, M::Handlebar, C::Suit, G::Nothing),
        "Microfilm" => look(H::Oval, R::Spiky, T::Bare, E::Goggles, M::Grin, C::Roll, G::Lens),
        "Lightning" => look(H::Round, R::Bun, T::Tiara, E::Lashes, M::Lips, C::Stripes, G::Nothing),
        "Mustache" => look(H::Square, R::Crew, T::Bare, E::Monocle, M::Walrus, C::Suit, G::Nothing),
        "Ringo" => look(H::Square, R::Bob, T::Bare, E::Shades, M::Frown, C::Ruff, G::Nothing),
        "Switchboard" => look(H::Oval, R::Beehive, T::Bare, E::Lashes, M::Lips, C::Pearls, G::Radio),
        "Bongo" => look(H::Round, R::Curly, T::Bare, E::Shades, M::Grin, C::Dinner, G::Nothing),
        "Duchess" => look(H::Oval, R::Curly, T::Tiara, E::Lashes, M::Lips, C::Pearls, G::Martini),
        "Lark" => look(H::Pointed, R::Bob, T::Sun, E::Narrow, M::Lips, C::Scarf, G::Pistol),
        "Percy" => look(H::Oval, R::Slick, T::Bare, E::Round, M::Frown, C::Suit, G::Diary),
        "Gladys" => look(H::Round, R::Wavy, T::Scarf, E::Plain, M::Grin, C::Roll, G::Rose),
        "Johnson" => look(H::Square, R::Crew, T::Bare, E::Raised, M::Small, C::Roll, G::Radio),
        "Dick" => look(H::Square, R::Crew, T::Helmet, E::Goggles, M::Grin, C::Scarf, G::Wheel),
        "Wanda" => look(H::Pointed, R::Plaits, T::Sun, E::Raised, M::Small, C::Trench, G::Camera),
        "Dr. Evil" => look(H::Round, R::Bald, T::Bare, E::Raised, M::Smirk, C::Roll, G::Nothing),
        "Mini-Me" => look(H::Round, R::Bald, T::Bare, E::Stern, M::Frown, C::Roll, G::Nothing),
        "Frau Farbissina" => look(H::Square, R::Bun, T::Bare, E::Stern, M::Frown, C::Trench, G::Nothing),
        "Unibrau" => look(H::Oval, R::Plaits, T::Bare, E::Stern, M::Lips, C::Ruff, G::Nothing),
        "Fat Bastard" => look(H::Round, R::Sides, T::Beret, E::Stern, M::Handlebar, C::Foam, G::Nothing),
        "Mustafa" => look(H::Oval, R::Crew, T::Scarf, E::Patch, M::Beard, C::Trench, G::Nothing),
        "Robin Swallows" => look(H::Pointed, R::Wavy, T::Bare, E::Lashes, M::Lips, C::Pearls, G::Pistol),
        "Ledger" => look(H::Oval, R::Slick, T::Bare, E::Patch, M::Flat, C::Suit, G::Keys),
        "Photocopy" => look(H::Round, R::Bald, T::Bare, E::Nothing, M::Frown, C::Stripes, G::Nothing),
        "Lair Guard" => look(H::Square, R::Crew, T::Helmet, E::Stern, M::Flat, C::Roll, G::Radio),
        "Velour" => look(H::Oval, R::Wavy, T::Veil, E::Lashes, M::Lips, C::Ruff, G::Rose),
        "Ennui" => look(H::Pointed, R::Slick, T::Bare, E::Narrow, M::Frown, C::Dinner, G::Martini),
        "Overcoat" => look(H::Round, R::Bob, T::Beret, E::Narrow, M::Lips, C::Trench, G::Nothing),
        "Widow" => look(H::Pointed, R::Long, T::Veil, E::Lashes, M::Lips, C::Roll, G::Knife),
        "Lars" => look(H::Oval, R::Crew, T::Bare, E::Plain, M::Smirk, C::Stripes, G::Keys),
        "Piranha" => look(H::Pointed, R::Spiky, T::Bare, E::Round, M::Grin, C::Roll, G::File),
        "Cobra" => look(H::Pointed, R::Beehive, T::Tiara, E::Narrow, M::Lips, C::Ruff, G::Nothing),
        "Backstab" => look(H::Square, R::Slick, T::Bare, E::Monocle, M::Pencil, C::Dinner, G::Knife),
        "Mirage" => look(H::Oval, R::Long, T::Scarf, E::Nothing, M::Lips, C::Pearls, G::Mask),
        "Accountant" => look(H::Square, R::Sides, T::Cap, E::Round, M::Flat, C::Suit, G::Diary),
        "Lou" => look(H::Round, R::Crew, T::Cap, E::Raised, M::Small, C::Roll, G::Nothing),
        "Greta" => look(H::Oval, R::Plaits, T::Beanie, E::Raised, M::Small, C::Stripes, G::Lipstick),
        "Carla" => look(H::Pointed, R::Bob, T::Bare, E::Wings, M::Small, C::Pearls, G::Diary),
        "Pete" => look(H::Square, R::Crew, T::Beanie, E::Raised, M::Grin, C::Stripes, G::Nothing),
        "Tess" => look(H::Oval, R::Curly, T::Scarf, E::Goggles, M::Small, C::Roll, G::Lens),
        _ => stranger(card),
    };
    // Who comes in several cards is never twice the same.
    match card.slug.as_str() {
        "austin-international-man-of-velvet" => Look { gadget: G::Rose, ..person },
        "austin-from-10-minutes-from-now" => Look { gadget: G::Wheel, ..person },
        "austin-fresh-from-the-freezer" => Look { collar: C::Foam, gadget: G::Duck, ..person },
        "austin-behind-the-lens" => Look { collar: C::Scarf, gadget: G::Camera, ..person },
        "felicity-shagwell" => Look { gadget: G::Lipstick, ..person },
        "felicity-ready-for-zero-g" => Look { hat: T::Helmet, hair: R::Bob, gadget: G::Pistol, ..person },
        "basil-exposition" => Look { gadget: G::Newspaper, ..person },
        "basil-briefing-over-breakfast" => Look { gadget: G::Martini, ..person },
        "shagette-coral" => look(H::Oval, R::Wavy, T::Bare, E::Lashes, M::Lips, C::Pearls, G::Cocktail),
        "shagette-indigo" => look(H::Pointed, R::Bob, T::Beret, E::Shades, M::Lips, C::Roll, G::Nothing),
        "shagette-saffron" => look(H::Round, R::Beehive, T::Bare, E::Lashes, M::Smirk, C::Scarf, G::Pistol),
        "shagette-mauve" => look(H::Oval, R::Curly, T::Bare, E::Wings, M::Lips, C::Pearls, G::Rose),
        "dr-evil" => Look { gadget: G::Finger, ..person },
        "dr-evil-naming-his-price" => Look { gadget: G::Diary, ..person },
        "dr-evil-in-the-big-chair" => Look { gadget: G::Armchair, ..person },
        "mini-me-one-eighth-of-the-size" => Look { gadget: G::Dynamite, ..person },
        "frau-farbissina-very-loud-indeed" => Look { mouth: M::Small, gadget: G::Explosion, ..person },
        "frau-farbissina-lpga-cruiser" => Look { hat: T::Cap, collar: C::Scarf, mouth: M::Smirk, ..person },
        "lair-guard-night-shift" => {
            Look { eyes: E::Goggles, mouth: M::Lips, hair: R::Bob, gadget: G::Keys, ..person }
        }
        _ => person,
    }
}

/// Somebody nobody has cast yet.
fn stranger(card: &Card) -> Look {
    let mut seed = Seed::of(&card.slug);
    let (hair, mouth): (&[R], &[M]) = match card.sex {
        Sex::Male => (&[R::Sides, R::Crew, R::Slick, R::Spiky], &[M::Smirk, M::Grin, M::Flat, M::Pencil]),
        Sex::Female => (&[R::Bob, R::Bun, R::Beehive, R::Wavy], &[M::Lips, M::Smirk, M::Small]),
    };
    look(
        seed.one(&[H::Oval, H::Square, H::Pointed, H::Round]),
        seed.one(hair),
        seed.one(&[T::Bare, T::Bare, T::Beret, T::Cap]),
        seed.one(&[E::Plain, E::Narrow, E::Raised, E::Shades, E::Round]),
        seed.one(mouth),
        seed.one(&[C::Suit, C::Dinner, C::Roll, C::Trench, C::Scarf, C::Stripes]),
        seed.one(&[G::Nothing, G::Martini, G::Radio, G::Lens, G::Keys, G::Rose]),
    )
}
