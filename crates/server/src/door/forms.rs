//! What comes in with a form: fields, numbers, bots, options, decks, names.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::{Form, FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bots::Level;
use serde_json::Value;

use crate::names;
use crate::pages;
use crate::rooms::WebRoom;
use crate::sitting::BOTS;
use crate::trouble::Trouble;

/// No form takes longer to arrive.
const SLOWEST_BODY: Duration = Duration::from_secs(10);

/// The fields of a form that has arrived in time.
pub(crate) struct Fields(pub(crate) HashMap<String, String>);

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = Trouble;

    async fn from_request(request: Request, state: &S) -> Result<Fields, Trouble> {
        let form = tokio::time::timeout(SLOWEST_BODY, Form::from_request(request, state)).await;
        let form = form.map_err(|_| Trouble::Slow)?;
        form.map(|Form(form)| Fields(form)).map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Trouble::TooLarge,
            _ => Trouble::Bad("That is not one of the house's forms, or it did not arrive whole.".into()),
        })
    }
}

/// A field that must be there.
pub(super) fn field<'a>(form: &'a HashMap<String, String>, name: &str) -> Result<&'a str, Trouble> {
    form.get(name).map(String::as_str).ok_or_else(|| Trouble::Bad(format!("The form has no '{name}'.")))
}

/// A number that must be there.
pub(super) fn number<T: std::str::FromStr>(form: &HashMap<String, String>, name: &str) -> Result<T, Trouble> {
    let word = field(form, name)?;
    word.parse().map_err(|_| Trouble::Bad(format!("'{name}' must be a number, and not a very large one.")))
}

/// A bot by its name in forms. How long it thinks is the house's affair.
pub(super) fn bot(word: &str) -> Result<Level, Trouble> {
    let known = BOTS.iter().find(|bot| bot.word == word);
    known.map(|bot| bot.level).ok_or_else(|| Trouble::Bad(format!("There is no bot '{word}'.")))
}

/// What was agreed on before the game, put together from the form's answers.
pub(super) fn options(room: &dyn WebRoom, form: &HashMap<String, String>) -> Result<Value, Trouble> {
    let mut options = serde_json::Map::new();
    for choice in room.choices() {
        let Some(word) = form.get(choice.name) else { continue };
        let answer = choice.answers.iter().find(|(code, ..)| code == word);
        let (.., json) =
            answer.ok_or_else(|| Trouble::Bad(format!("There is no {} '{word}'.", choice.name)))?;
        let part =
            serde_json::from_str(json).map_err(|e| Trouble::Broken(format!("{}: {e}", choice.name)))?;
        options.extend::<serde_json::Map<_, _>>(part);
    }
    Ok(Value::Object(options))
}

/// The deck that a form brings: a list, or else a deck of the house; nothing is the usual one. Every rule that it breaks.
pub(super) fn brought(
    room: &dyn WebRoom,
    options: &Value,
    house_decks: bool,
    form: &HashMap<String, String>,
) -> Result<String, Vec<String>> {
    let word = |name: &str| form.get(name).map_or("", |text| text.trim());
    let decks = room.decks();
    let (list, deck) = (word("list"), word("deck"));
    if decks.is_empty() || (list.is_empty() && deck.is_empty()) {
        return Ok(String::new());
    }
    if !list.is_empty() {
        if house_decks {
            return Err(vec!["at this table everybody plays a deck of the house: choose one of them".into()]);
        }
        // A list of one line is a list too.
        return room.deck(&format!("{list}\n"), options);
    }
    if decks.iter().all(|(name, _)| *name != deck) {
        let names: Vec<&str> = decks.iter().map(|(name, _)| *name).collect();
        return Err(vec![format!("there is no deck '{deck}'; decks are {}", names.join(", "))]);
    }
    room.deck(deck, options)
}

/// A form whose deck cannot be played comes back as it was filled in, with every rule that the deck breaks.
pub(super) fn deck_again(
    room: &dyn WebRoom,
    to: &str,
    house_decks: bool,
    form: &HashMap<String, String>,
    broken: &[String],
) -> Response {
    let page = pages::deck(room, to, house_decks, form, broken);
    (StatusCode::UNPROCESSABLE_ENTITY, page).into_response()
}

/// The name in a form, made fit to print.
pub(super) fn named(form: &HashMap<String, String>) -> Result<String, Trouble> {
    names::choose(field(form, "name")?)
}

/// The path of one of our own addresses.
pub(super) fn own_path(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let at = rest.find('/')?;
    rest[at..].strip_prefix("/t/").map(|_| &rest[at..])
}
