// Rainbow keeps its settings in global variables. They are written once, in `Style.prepare`, before there is a second
// thread.
@preconcurrency import Rainbow

/// The colours of text on a terminal.
enum Style {
    /// Whether to use colours: only on a terminal, and not if `NO_COLOR` is set and not empty (no-color.org), or if `TERM` is
    /// `dumb` or missing.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the output is a terminal.
    ///   - variables: The environment variables.
    /// - Returns: Whether to use colours.
    static func isColoured(isTerminal: Bool, variables: [String: String]) -> Bool {
        isTerminal && variables["NO_COLOR", default: ""].isEmpty
            && !["", "dumb"].contains(variables["TERM", default: ""])
    }

    /// Enables or disables colours, once, at the start of the program.
    static func prepare(isColoured: Bool) {
        Rainbow.outputTarget = .console
        Rainbow.enabled = isColoured
    }

    /// A heading.
    static func heading(_ text: String) -> String { text.bold }

    /// A cell of a table, with a colour if it is a state.
    ///
    /// - Parameters:
    ///   - heading: The heading of the cell's column.
    ///   - text: The text.
    /// - Returns: The text with its colour.
    static func cell(_ heading: String, _ text: String) -> String {
        switch heading {
        case "STATE": state(text, as: text)
        case "OUTCOME": text == "done" ? text : text.red
        default: text
        }
    }

    /// Less important text.
    static func quiet(_ text: String) -> String { text.dim }

    /// A verdict of `trellisctl doctor`: green if it is good, yellow for a warning, otherwise red or dimmed.
    static func verdict(_ verdict: Finding.Verdict) -> String {
        switch verdict {
        case .ok: verdict.rawValue.green
        case .notAvailable: verdict.rawValue.dim
        case .warning: verdict.rawValue.yellow
        case .crashed, .failure: verdict.rawValue.red.bold
        }
    }

    /// The state of a plugin: green if it runs, red if it failed, dimmed if it is disabled or stopped, otherwise yellow.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - state: The state, by its name in the contract.
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
