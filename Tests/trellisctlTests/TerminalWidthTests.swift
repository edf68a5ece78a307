import Glibc
import Testing

@Suite("The width of the output", .timeLimit(.minutes(2))) struct TerminalWidthTests {
    @Test(
        "is that of the terminal, else COLUMNS, else 80, and at least 40 for help",
        arguments: [(100, "50", 100), (0, "50", 50), (0, "none", 80), (0, "-1", 80), (10, "50", 40)])
    func columns(terminal: Int, variable: String, width: Int) async throws {
        try await withSampleDaemon { daemon in
            var variables = daemon.variables
            variables["COLUMNS"] = variable
            let program = try Program(
                Program.trellisctl, ["status", "--help"], variables: variables, over: .terminal(columns: terminal))
            let help = await program.end()
            #expect(help.status == EX_OK)
            let widths = help.output.split(whereSeparator: \.isNewline).map(\.count)
            let widest = try #require(widths.max())
            #expect(widest <= width && widest > width - 20, "\(help.output)")
        }
    }
}
