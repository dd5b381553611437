//! Whatever goes wrong with a request: a status, and a page that says what to do.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use table::Refused;

use crate::store::StoreFault;

/// Why a request was not carried out. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// There is no such page, table or card.
    #[error("There is nothing here. The link may be incomplete, or the table may have been removed.")]
    NotFound,
    /// There is nothing of the kind, and why.
    #[error("{0}")]
    Missing(String),
    /// The request makes no sense.
    #[error("{0}")]
    Bad(String),
    /// Not for this guest.
    #[error("{0}")]
    NotYours(&'static str),
    /// The game has moved on.
    #[error("The game has moved on. Look again and choose once more.")]
    Stale,
    /// The rules, or the manners of the house, forbid it.
    #[error("{0}")]
    Refused(String),
    /// Nothing in the house is that large.
    #[error("That is more than any form of this house can take.")]
    TooLarge,
    /// Too much at once.
    #[error("Too many requests. Wait a moment and try again.")]
    Busy,
    /// One guest or address has as much of something as one may have.
    #[error("{0}")]
    Enough(&'static str),
    /// Nobody else can listen just now.
    #[error("Too many pages are following tables right now. This one checks again by itself.")]
    Full,
    /// The request did not come to its end.
    #[error("The form took too long to arrive. Please try again.")]
    Slow,
    /// The request is for another house.
    #[error("{0}")]
    Elsewhere(String),
    /// The game was dealt with rules or cards that this program does not have.
    #[error(
        "This game cannot go on here. It was {0}. Nothing is lost: a program of its own edition still can."
    )]
    Outdated(String),
    /// Something is broken on our side. The details are for the log.
    #[error("It is our fault. Nothing is lost; try again in a moment.")]
    Broken(String),
}

impl Trouble {
    /// What it comes to, for people: the words of the protocol are for programs.
    pub const fn title(&self) -> &'static str {
        match self {
            Trouble::NotFound | Trouble::Missing(_) => "Nothing here",
            Trouble::Bad(_) => "That makes no sense here",
            Trouble::NotYours(_) => "Not from this seat",
            Trouble::Stale => "The game has moved on",
            Trouble::Refused(_) => "That cannot be done",
            Trouble::TooLarge => "Too large",
            Trouble::Busy => "One moment, please",
            Trouble::Enough(_) => "That is enough for now",
            Trouble::Full => "A full house",
            Trouble::Slow => "That took too long",
            Trouble::Elsewhere(_) => "Wrong house",
            Trouble::Outdated(_) => "A game of another edition",
            Trouble::Broken(_) => "Something went wrong",
        }
    }

    /// The status of the answer.
    pub const fn status(&self) -> StatusCode {
        match self {
            Trouble::NotFound | Trouble::Missing(_) => StatusCode::NOT_FOUND,
            Trouble::Bad(_) => StatusCode::BAD_REQUEST,
            Trouble::NotYours(_) => StatusCode::FORBIDDEN,
            Trouble::Stale => StatusCode::CONFLICT,
            Trouble::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Trouble::Outdated(_) => StatusCode::GONE,
            Trouble::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Trouble::Busy | Trouble::Enough(_) => StatusCode::TOO_MANY_REQUESTS,
            Trouble::Slow => StatusCode::REQUEST_TIMEOUT,
            Trouble::Elsewhere(_) => StatusCode::MISDIRECTED_REQUEST,
            Trouble::Full | Trouble::Broken(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl From<StoreFault> for Trouble {
    fn from(fault: StoreFault) -> Trouble {
        match fault {
            StoreFault::Stale => Trouble::Stale,
            StoreFault::Broken(what) => Trouble::Broken(what),
        }
    }
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Trouble {
        match refused {
            Refused::Stale { .. } | Refused::NotAsked { .. } => Trouble::Stale,
            Refused::Over => Trouble::Refused("The game is over.".into()),
            other => Trouble::Refused(other.to_string()),
        }
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        if let Trouble::Broken(what) = &self {
            tracing::error!(what, "a request failed");
        }
        (self.status(), crate::pages::trouble(&self)).into_response()
    }
}
