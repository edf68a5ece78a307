import Testing

/// `trellisctl top` in tmux, as a person at a terminal uses it.
@Suite(
    "trellisctl top in tmux", .runsPrograms, .timeLimit(.minutes(10)),
    .enabled(if: TerminalWindow.isAvailable, "needs tmux"))
struct TopTests {
    @Test("shows the plugins at 80 columns, refreshes, and restores the terminal when 'q' is pressed")
    func screen() async throws {
        try await Workplace.with(configuration: "plugins:\n  items:\n  search:\n") { workplace in
            try await workplace.withDaemon { _ in
                try await TerminalWindow.with(workplace) { window in
                    try await window.enter("clear; \"$TRELLISCTL\" top")
                    let shown = try await window.screen { $0.contains("PLUGIN") && $0.contains("trellisd: ") }
                    let lines = shown.split(separator: "\n")
                    #expect(lines.allSatisfy { $0.count <= 80 })
                    for plugin in ["items", "search", "trellisd"] {
                        #expect(lines.contains { $0.hasPrefix("\(plugin) ") }, "\(shown)")
                    }
                    // The calls of these commands are shown until the next refresh.
                    var hasCalls = false
                    while !hasCalls {
                        #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)
                        hasCalls = try await window.text.split(separator: "\n").contains {
                            let cells = $0.split(separator: " ")
                            return cells.first == "items" && cells.count > 3 && cells[3] != "0.0"
                        }
                    }
                    try await window.press("q")
                    let left = try await window.screen { $0.contains("READY") && !$0.contains("PLUGIN") }
                    #expect(!left.contains("trellisd: "))
                }
            }
        }
    }
}
