import Foundation
import Testing

/// `trellisctl top` in tmux, as a person at a terminal uses it.
@Suite(
    "trellisctl top in tmux", .runsPrograms, .timeLimit(.minutes(10)),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux"), "needs tmux"))
struct TopTests {
    @Test("shows the plugins at 80 columns, refreshes, and restores the terminal when 'q' is pressed")
    func screen() async throws {
        try await Workplace.with(configuration: "plugins:\n  items:\n  search:\n") { workplace in
            try await workplace.withDaemon { _ in
                let tmux = "tmux -S \"$FOLDER/tmux\" -f /dev/null"
                func pane() async throws -> String {
                    try await workplace.shell("\(tmux) capture-pane -p -t top").output
                }
                /// Waits until the text of the screen meets a condition; tmux has no event for it.
                func screen(_ isExpected: (String) -> Bool) async throws -> String {
                    while true {
                        let text = try await pane()
                        if isExpected(text) { return text }
                        try await Task.sleep(for: .milliseconds(50))
                    }
                }
                let started = try await workplace.shell(
                    "\(tmux) new-session -d -s top -x 80 -y 24 && \(tmux) send-keys -t top "
                        + "'PS1=READY; clear; '\"$TRELLISCTL\"' --socket '\"$TRELLIS_SOCKET\"' top' Enter")
                #expect(started.status == 0, "\(started.error)")
                let shown = try await screen { $0.contains("PLUGIN") && $0.contains("trellisd: ") }
                let lines = shown.split(separator: "\n")
                #expect(lines.allSatisfy { $0.count <= 80 })
                for plugin in ["items", "search", "trellisd"] {
                    #expect(lines.contains { $0.hasPrefix("\(plugin) ") }, "\(shown)")
                }
                // The calls of these commands are shown until the next refresh.
                var hasCalls = false
                while !hasCalls {
                    #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)
                    hasCalls = try await pane().split(separator: "\n").contains {
                        let cells = $0.split(separator: " ")
                        return cells.first == "items" && cells.count > 3 && cells[3] != "0.0"
                    }
                }
                #expect(try await workplace.shell("\(tmux) send-keys -t top q").status == 0)
                let left = try await screen { $0.contains("READY") && !$0.contains("PLUGIN") }
                #expect(!left.contains("trellisd: "))
                #expect(try await workplace.shell("\(tmux) kill-server").status == 0)
            }
        }
    }
}
