import Synchronization

/// The colours of text on a terminal, as control sequences of ECMA-48 (Select Graphic Rendition).
enum Style {
    private static let isEnabled = Atomic<Bool>(false)

    /// Whether to use colours: on a terminal, unless `NO_COLOR` is set and not empty (no-color.org), or `TERM` is
    /// `dumb` or missing.
    static func isColoured(isTerminal: Bool, variables: [String: String]) -> Bool {
        isTerminal && variables["NO_COLOR", default: ""].isEmpty
            && !["", "dumb"].contains(variables["TERM", default: ""])
    }

    /// Enables or disables colours, once, at the start of the program.
    static func prepare(isColoured: Bool) {
        isEnabled.store(isColoured, ordering: .relaxed)
    }

    /// Applies a rendition to a text, if colours are enabled.
    private static func render(_ text: String, _ parameters: String) -> String {
        guard isEnabled.load(ordering: .relaxed), !text.isEmpty else { return text }
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }

    private static func bold(_ text: String) -> String { render(text, "1") }
    private static func dim(_ text: String) -> String { render(text, "2") }
    private static func red(_ text: String) -> String { render(text, "31") }
    private static func green(_ text: String) -> String { render(text, "32") }
    private static func yellow(_ text: String) -> String { render(text, "33") }

    /// Formats a heading.
    static func heading(_ text: String) -> String { bold(text) }

    /// Formats a cell of a table, with a colour if it is a state.
    ///
    /// - Parameters:
    ///   - heading: The heading of the cell's column.
    ///   - text: The contents of the cell.
    /// - Returns: The text with its colour.
    static func cell(_ heading: String, _ text: String) -> String {
        switch heading {
        // A state may have a note: `running (enabled by root)`.
        case "STATE": state(text, as: String(text.prefix { $0 != " " }))
        case "OUTCOME": text == "done" ? text : red(text)
        default: text
        }
    }

    /// Formats text of less importance.
    static func quiet(_ text: String) -> String { dim(text) }

    /// Formats a verdict of `trellisctl doctor`: green if it is good, yellow for a warning, otherwise red or dimmed.
    static func verdict(_ verdict: Finding.Verdict) -> String {
        switch verdict {
        case .ok: green(verdict.rawValue)
        case .notAvailable: dim(verdict.rawValue)
        case .warning: yellow(verdict.rawValue)
        case .crashed, .failure: render(verdict.rawValue, "31;1")
        }
    }

    /// Formats the state of a plugin: green if running, red if failed or quarantined, dimmed if disabled or stopped,
    /// otherwise yellow.
    ///
    /// - Parameters:
    ///   - text: The text to colour.
    ///   - state: The state, by its name in the contract.
    /// - Returns: The text with its colour.
    static func state(_ text: String, as state: String) -> String {
        switch state {
        case "running": green(text)
        case "failed", "quarantined": render(text, "31;1")
        case "disabled", "stopped": dim(text)
        default: yellow(text)
        }
    }
}
