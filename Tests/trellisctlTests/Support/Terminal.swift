import Glibc
import Testing

/// `trellisctl` in a terminal, with the terminal's screen.
struct Terminal {
    /// The process that runs in the terminal.
    let program: Program

    private let columns: Int

    /// Starts the program in a terminal.
    init(_ words: [String], daemon: SampleDaemon, columns: Int, variables: [String: String] = [:]) throws {
        self.columns = columns
        let variables = daemon.variables.merging(variables) { $1 }
        program = try Program(Program.trellisctl, words, variables: variables, over: .terminal(columns: columns))
    }

    /// The contents of the terminal.
    var screen: Screen { Screen(program.output.text, columns: columns) }

    /// Waits until the contents of the terminal meet a condition.
    ///
    /// - Parameters:
    ///   - columns: The width of the terminal, if it has changed.
    ///   - condition: The condition; receives the rows, without empty ones at the end.
    /// - Throws: A failed expectation if the program ends before.
    func wait(columns: Int? = nil, until condition: ([String]) -> Bool) async throws {
        try await wait(columns: columns) { rows, _ in condition(rows) }
    }

    /// Waits until the contents of the terminal meet a condition.
    ///
    /// - Parameters:
    ///   - columns: The width of the terminal, if it has changed.
    ///   - condition: The condition; receives the rows, without empty ones at the end, and the screen.
    /// - Throws: A failed expectation if the program ends before.
    func wait(columns: Int? = nil, until condition: ([String], Screen) -> Bool) async throws {
        let columns = columns ?? self.columns
        let isShown = await program.output.wait { text in
            let screen = Screen(text, columns: columns)
            var rows = screen.rows
            while rows.last == "" { rows.removeLast() }
            return condition(rows, screen)
        }
        try #require(isShown, "the program ended: \(screen.rows)")
    }

    /// Waits for a prompt that is the last text on the screen.
    ///
    /// - Parameter count: The number of prompts that the program has shown by then, one per line.
    /// - Throws: A failed expectation if the program ends before.
    func waitForPrompt(count: Int) async throws {
        try await wait { rows in
            rows.last.map(Self.isPrompt) == true && rows.count(where: Self.isPromptWithLine) >= count
        }
    }

    private static func isPrompt(_ row: String) -> Bool { row == "sample>" || row == "trellis>" }

    private static func isPromptWithLine(_ row: String) -> Bool {
        row.hasPrefix("sample>") || row.hasPrefix("trellis>")
    }
}
