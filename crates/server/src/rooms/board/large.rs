//! Large cards: what stands on a card, where a number comes from, and what can be done with it.

use maud::{Markup, html};

use super::draw::{Pen, close};
use super::{Lies, More, Sum};
use crate::rooms::prints::Print;

impl Pen<'_> {
    /// A card as one looks at it, ready to be opened.
    pub(super) fn large(&self, lies: &Lies, print: &Print) -> Markup {
        let id = format!("on-{}", lies.spot);
        html! {
            div class="zoom" id=(id) popover {
                (print.large)
                div class="reading" { div class="doing" { (self.choices(lies.spot)) } div class="text" { (print.reading) (more(&lies.more)) } }
                (close(&id))
            }
        }
    }
}

/// What there is to read on a card at this place.
pub(super) fn more(lines: &[More]) -> Markup {
    let sums = lines.iter().filter_map(|more| match more {
        More::Sum(sum) => Some(sum),
        More::Line(_) => None,
    });
    html! {
        @for more in lines {
            @if let More::Line(line) = more { p class="where" { (line) } }
        }
        @if sums.clone().next().is_some() { div class="sums" { @for sum in sums { (table(sum)) } } }
    }
}

/// A sum, line by line.
fn table(sum: &Sum) -> Markup {
    html! {
        table class="sum" {
            caption { (sum.what) " now" }
            tbody { @for (name, n) in &sum.parts { tr { td { (name) } td { (n) } } } }
            tfoot { tr { th scope="row" { (sum.what) } td { (sum.total) } } }
        }
    }
}
