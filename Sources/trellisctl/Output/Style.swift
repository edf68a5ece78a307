// Rainbow keeps its settings in global variables. They are written once, in `Style.prepare`, before there is a second
// thread.
@preconcurrency import Rainbow

/// Colours for a terminal, and none for anything else.
enum Style {
    /// Whether to use colours: only on a terminal, and not when `NO_COLOR` is set to anything (no-color.org) or `TERM`
    /// is `dumb` or missing.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the output is a terminal.
    ///   - variables: The environment variables.
    /// - Returns: Whether to use them.
    static func isColoured(isTerminal: Bool, variables: [String: String]) -> Bool {
        isTerminal && variables["NO_COLOR", default: ""].isEmpty
            && !["", "dumb"].contains(variables["TERM", default: ""])
    }

    /// Switches colours on or off, once, at the start of the program.
    static func prepare(isColoured: Bool) {
        Rainbow.outputTarget = .console
        Rainbow.enabled = isColoured
    }

    /// A heading.
    static func heading(_ text: String) -> String { text.bold }

    /// A cell of a table: a state by its colour, anything else as it is.
    ///
    /// - Parameters:
    ///   - heading: The heading of the cell's column.
    ///   - text: What is shown.
    /// - Returns: The text with its colour.
    static func cell(_ heading: String, _ text: String) -> String {
        switch heading {
        case "STATE": state(text, as: text)
        case "OUTCOME": text == "done" ? text : text.red
        default: text
        }
    }

    /// What is less important.
    static func quiet(_ text: String) -> String { text.dim }

    /// The state of a plugin: green when it does its job, yellow on its way or in part, red when it failed.
    ///
    /// - Parameters:
    ///   - text: What is shown.
    ///   - state: The state, as the contract spells it.
    /// - Returns: The text with its colour.
    static func state(_ text: String, as state: String) -> String {
        switch state {
        case "running": text.green
        case "failed": text.red.bold
        case "disabled", "stopped": text.dim
        default: text.yellow
        }
    }
}
