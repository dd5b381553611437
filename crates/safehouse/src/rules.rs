//! `safehouse rules` and `safehouse games`.

use std::fmt::Write as _;

use table::rules::{Paragraph, Rules};
use table::words::Ink;
use table::{Brush, Rule};

use crate::cli;
use crate::fault::CliFault;
use crate::house;
use crate::lookup;
use crate::terminal::{brush, say};

pub(crate) fn games() -> Result<(), CliFault> {
    let mut out = String::new();
    for info in house::games().map(|room| room.info()) {
        let players = if info.least == info.most {
            format!("{} players", info.most)
        } else {
            format!("{}-{} players", info.least, info.most)
        };
        let _ = writeln!(out, "{}: {} ({players})", info.id, info.title);
        let _ = writeln!(out, "{}", brush().wrap(&format!("  {}", info.about), 2));
        for setting in info.settings {
            let _ = writeln!(out, "{}", brush().wrap(&format!("  {}: {}", setting.name, setting.about), 4));
            let _ = writeln!(out, "    --options '{}'", setting.example);
        }
    }
    say(out)
}

/// One rule, for people.
pub(crate) fn paragraph(p: &Paragraph, brush: Brush) -> String {
    let head = brush.paint(Ink::Strong, format!("{} {}", p.rule, p.title));
    format!("{head}\n{}\n", brush.wrap(&p.text.replace('\n', " "), 0))
}

/// The rule with this number, for people; a game's own tests see to it that it exists.
pub(crate) fn quote(page: &str, rule: Rule, brush: Brush) -> String {
    let rules = Rules::parse(page).unwrap_or_default();
    rules.get(rule).map_or_else(|| format!("There is no rule {rule}.\n"), |p| paragraph(p, brush))
}

pub(crate) fn run(args: &cli::Rules) -> Result<(), CliFault> {
    let info = house::find(&args.game)?.info();
    let brush = brush();
    let rules = Rules::parse(info.rules)
        .map_err(|e| CliFault::Input(format!("the rules page of {}: {e}", info.id)))?;
    let words = args.what.join(" ");
    // "rule 4.2" is as good as "4.2".
    let words = words.strip_prefix("rule ").unwrap_or(&words).to_owned();
    let mut out = String::new();
    if words.is_empty() {
        for paragraph in rules.preface.trim().split("\n\n") {
            let text = paragraph.trim_start_matches("# ").replace('\n', " ");
            let _ = writeln!(out, "{}\n", brush.wrap(&text, 0));
        }
        let mut chapter = "";
        for p in &rules.paragraphs {
            if p.chapter != chapter {
                chapter = &p.chapter;
                let _ = writeln!(
                    out,
                    "{}\n",
                    brush.paint(Ink::Yellow, format!("{}  {chapter}", p.rule.0).to_uppercase())
                );
            }
            let _ = writeln!(out, "{}", paragraph(p, brush));
        }
    } else if let Ok(rule) = words.parse::<Rule>() {
        let p = rules.get(rule).ok_or_else(|| {
            let last =
                rules.paragraphs.last().map_or(String::new(), |p| format!(" (the last is {})", p.rule));
            CliFault::Usage(format!("{} has no rule {rule}{last}", info.id))
        })?;
        out = paragraph(p, brush);
    } else if let Ok(chapter) = words.parse::<u8>() {
        let found: Vec<String> =
            rules.paragraphs.iter().filter(|p| p.rule.0 == chapter).map(|p| paragraph(p, brush)).collect();
        if found.is_empty() {
            return Err(CliFault::Usage(format!("{} has no chapter {chapter}", info.id)));
        }
        out = found.join("\n");
    } else {
        out = lookup::find(info.id, info.rules, &words, brush).ok_or_else(|| {
            CliFault::Usage(format!("no rule or card of {} contains the words '{words}'", info.id))
        })?;
    }
    say(out)
}
