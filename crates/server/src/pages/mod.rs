//! The pages of the house. They work as plain forms; a small script makes them live.

mod analysis;
mod front;
mod lesson;
mod replay;
mod rules;
mod table;

use maud::{DOCTYPE, Markup, html};

pub use analysis::analysis;
pub use front::front;
pub use lesson::{learned, lesson};
pub use replay::{Eyes, replay};
pub use rules::{gallery, rules};
pub(crate) use table::cite;
pub use table::{part, table};

use crate::assets::EDITION;
use crate::trouble::Trouble;

/// What every page has around it.
fn shell(title: &str, class: &str, name: Option<&str>, body: &Markup) -> Markup {
    shell_with(&Markup::default(), title, class, name, body)
}

/// For the head of a page that waits for others: without a script it looks again by itself.
fn looks_again() -> Markup {
    html! { noscript { meta http-equiv="refresh" content="4"; } }
}

/// The same with more in its head.
fn shell_with(head: &Markup, title: &str, class: &str, name: Option<&str>, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - Safehouse" }
                link rel="icon" href="/art/mark.svg" type="image/svg+xml";
                link rel="stylesheet" href={ "/assets/" (*EDITION) "/house.css" };
                script type="module" src={ "/assets/" (*EDITION) "/house.js" } {}
                (head)
            }
            body class=(class) {
                a class="skip" href="#main" { "Skip to the table" }
                header class="house" {
                    a class="home" href="/" { img src="/art/mark.svg" alt="" width="28" height="28"; "Safehouse" }
                    @if let Some(name) = name {
                        form class="me" method="post" action="/name" {
                            label { "Your name " input name="name" value=(name) maxlength="24" autocomplete="nickname" required; }
                            button type="submit" { "Change" }
                        }
                    }
                }
                main id="main" { (body) }
            }
        }
    }
}

/// A page that says what went wrong.
pub fn trouble(trouble: &Trouble) -> Markup {
    let status = trouble.status();
    shell(
        status.canonical_reason().unwrap_or("Trouble"),
        "plain",
        None,
        &html! {
            h1 { (status.canonical_reason().unwrap_or("Trouble")) }
            p class="trouble" { (trouble) }
            p { a href="/" { "Back to the front page" } }
        },
    )
}
