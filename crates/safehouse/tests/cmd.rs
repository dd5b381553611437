//! Commands with their whole output and exit code, as `tests/cmd/*.trycmd` writes them down.

#[test]
fn commands_answer_as_written() {
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .env("SAFEHOUSE_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-such-data"))
        .case("tests/cmd/*.trycmd");
}
