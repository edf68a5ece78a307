import Testing

/// The progress of long work in tmux, as a person at a terminal sees it.
@Suite(
    "Progress of long work in tmux", .runsPrograms, .timeLimit(.minutes(10)),
    .enabled(if: TerminalWindow.isAvailable, "needs tmux"))
struct ProgressTests {
    private static let configuration = "control: { failpoints: true }\nplugins:\n  items: {}\n"

    /// Runs a daemon with failpoints, and a terminal.
    private func withWindow(_ body: @Sendable (Workplace, TerminalWindow) async throws -> Void) async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { _ in
                try await TerminalWindow.with(workplace) { window in try await body(workplace, window) }
            }
        }
    }

    @Test("an import of a file shows the rate and the remaining time")
    func importing() async throws {
        try await withWindow { workplace, window in
            let line = #"{"title":"Tea","count":1}"# + "\n"
            try workplace.write(String(repeating: line, count: 1_000), to: "items.jsonl")
            #expect(try await workplace.trellisctl("inject", "items.store.write", "delay(300)").status == 0)
            try await window.enter(#""$TRELLISCTL" items import --input "$FOLDER/items.jsonl" --batch 1"#)
            let text = try await window.screen { $0.contains(" left") }
            let progress = /^\d+ lines? \(\d+ %\), \d+(\.\d)? lines\/s, \d+ (s|min) left$/
            #expect(text.contains(progress.anchorsMatchLineEndings()), "\(text)")
            try await window.press("C-c")
            try await window.screen { $0.hasSuffixLine("READY") }
        }
    }

    @Test("an export shows the number of lines and the rate")
    func exporting() async throws {
        try await withWindow { workplace, window in
            try await window.enter(#""$TRELLISCTL" items watch --output "$FOLDER/out""#)
            var text = ""
            while !text.contains("lines/s") {
                #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)
                text = try await window.text
            }
            #expect(text.contains(/^\d+ lines?, \d+(\.\d)? lines\/s$/.anchorsMatchLineEndings()), "\(text)")
            try await window.press("C-c")
            try await window.screen { $0.hasSuffixLine("READY") }
        }
    }

    @Test("a stop shows for which plugin it waits")
    func waiting() async throws {
        try await withWindow { workplace, window in
            // The call occupies the plugin until the failpoint is off.
            #expect(try await workplace.trellisctl("inject", "items.store.write", "1*pause").status == 0)
            try await window.enter(#"clear; "$TRELLISCTL" items add Tea 1 >/dev/null 2>&1 &"#)
            while true {
                let failpoints = try await workplace.trellisctl("inject", "items.store.write", "--json")
                if failpoints.output.contains(#""hits":1"#) { break }
            }
            try await window.enter(#"clear; "$TRELLISCTL" plugin stop items"#)
            try await window.screen { $0.contains("Waiting for items (stopping), ") }
            #expect(try await workplace.trellisctl("inject", "items.store.write", "off").status == 0)
            let stopped = try await window.screen { $0.hasSuffixLine("READY") && $0.contains("items  stopped") }
            #expect(!stopped.contains("Waiting"), "\(stopped)")
        }
    }

    @Test("a restoration shows the rate and the remaining time")
    func restoring() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { _ in
                let added = try await workplace.shell(
                    #"yes '{"title":"Tea","count":1}' | head -n 20000 | "$TRELLISCTL" items import --input -"#)
                #expect(added.status == 0, "\(added.error)")
                #expect(try await workplace.trellisctl("backup", workplace.path("backup.tar")).status == 0)
            }
            try await TerminalWindow.with(workplace) { window in
                // The pipe provides the archive in parts, as a slow disk does.
                try workplace.write(
                    """
                    n=0
                    while dd if="$FOLDER/backup.tar" of="$FOLDER/part" bs=64k skip=$n count=1 status=none && [ -s "$FOLDER/part" ]
                    do
                        cat "$FOLDER/part"
                        n=$((n + 1))
                        sleep 0.1
                    done > "$FOLDER/pipe"
                    """, to: "feed")
                try await window.enter(#"clear; mkfifo "$FOLDER/pipe"; sh "$FOLDER/feed" &"#)
                let arguments = workplace.arguments.map { "'\($0)'" }.joined(separator: " ")
                try await window.enter(#"clear; "$TRELLISD" \#(arguments) --restore "$FOLDER/pipe""#)
                let text = try await window.screen { $0.contains(" left") }
                #expect(
                    text.contains(/^\d+ of \d+ MiB, \d+\.\d MiB\/s, \d+ (s|min) left$/.anchorsMatchLineEndings()),
                    "\(text)")
                let end = try await window.screen { $0.hasSuffixLine("READY") && $0.contains("restored 1 file") }
                #expect(!end.contains("MiB"), "\(end)")
            }
        }
    }
}

extension String {
    /// Whether the last line that is not empty equals a text.
    fileprivate func hasSuffixLine(_ text: String) -> Bool {
        split(separator: "\n").last { !$0.isEmpty }.map { $0 == text } ?? false
    }
}
