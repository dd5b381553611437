//! The table of Mighty Beanz.

use mighty_beanz::MightyBeanz;

use super::Layout;

impl Layout for MightyBeanz {
    const LENGTH: &'static str = "twenty to forty minutes";
}
