import Testing
import Varlink

@Suite("trellisctl events", .runsPrograms, .timeLimit(.minutes(10)))
struct EventsCommandTests {
    @Test("follows events across a restart of the daemon, and reports a gap between the two runs")
    func restart() async throws {
        try await Workplace.with { workplace in
            _ = try await workplace.shell(#"mkfifo "$FOLDER/go" "$FOLDER/ready" "$FOLDER/done""#)
            async let followed = workplace.shell(
                """
                read -r < "$FOLDER/go"
                exec 3< <(exec "$TRELLISCTL" events --follow --json 2> "$FOLDER/errors")
                until_stopped() {
                    while read -r line <&3; do
                        printf '%s\\n' "$line"
                        case $line in *'"to":"stopped"'*) break ;; esac
                    done
                }
                until_stopped
                echo > "$FOLDER/ready"
                until_stopped
                kill $!
                echo > "$FOLDER/done"
                """)
            try await workplace.withDaemon { _ in
                #expect(try await workplace.trellisctl("events").output.contains("  items: starting -> running\n"))
                #expect(try await workplace.trellisctl("events", "--plugin", "unknown").status == 64)
                _ = try await workplace.trellisctl("plugin", "stop", "items")
                // Opening either end of a FIFO blocks until the other end is open.
                _ = try await workplace.shell(#"echo > "$FOLDER/go"; read -r < "$FOLDER/ready""#)
            }
            try await workplace.withDaemon { _ in
                _ = try await workplace.trellisctl("plugin", "stop", "items")
                _ = try await workplace.shell(#"read -r < "$FOLDER/done""#)
            }
            let events = try await followed.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            let gap = try #require(events.firstIndex { $0["kind"] == "gap" })
            #expect(events[gap]["gap"] == ["reason": "restarted"])
            let numbers = events.compactMap { $0["sequence"]?.integerValue }
            #expect(Array(numbers[..<gap]) == Array(1...Int64(gap)))
            #expect(Array(numbers[gap...]) == Array(0..<Int64(numbers.count - gap)))
            let states = events[..<gap].filter { $0["transition"]?["plugin"] == "items" }.compactMap {
                $0["transition"]?["to"]?.stringValue
            }
            #expect(states == ["starting", "running", "stopping", "stopped"])
        }
    }
}
