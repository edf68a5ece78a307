import Glibc
import Testing

/// `trellisctl` at a terminal, and what a person sees there.
struct Terminal {
    /// The program.
    let program: Program

    private let columns: Int

    /// Starts the program at a terminal.
    init(_ words: [String], daemon: SampleDaemon, columns: Int) throws {
        self.columns = columns
        program = try Program(
            Program.trellisctl, words, variables: daemon.variables, over: .terminal(columns: columns))
    }

    /// What the terminal shows.
    var screen: Screen { Screen(program.output.text, columns: columns) }

    /// Waits until the terminal shows something.
    ///
    /// - Parameter condition: Gets the rows, without empty ones at the end.
    /// - Throws: What ends the test, when the program ends before.
    func wait(until condition: ([String]) -> Bool) async throws {
        let columns = columns
        let isShown = await program.output.wait { text in
            var rows = Screen(text, columns: columns).rows
            while rows.last == "" { rows.removeLast() }
            return condition(rows)
        }
        try #require(isShown, "the program ended: \(screen.rows)")
    }

    /// Waits for a prompt with nothing behind it.
    ///
    /// - Parameter count: The number of prompts that the program has shown by then, one a line.
    /// - Throws: What ends the test, when the program ends before.
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
