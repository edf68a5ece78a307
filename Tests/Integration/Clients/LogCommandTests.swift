import Testing
import Varlink

@Suite("trellisctl log and log-level", .runsPrograms, .timeLimit(.minutes(10)))
struct LogCommandTests {
    @Test("shows the stored entries and new entries of the daemon")
    func log() async throws {
        try await Workplace.with { workplace in
            _ = try await workplace.withDaemon { _ in
                let all = try await workplace.trellisctl("log")
                #expect(all.status == 0)
                #expect(all.output.contains(" notice   trellis: ready "))
                #expect(try await workplace.trellisctl("log", "--level", "error").output == "")
                #expect(try await workplace.trellisctl("log", "--plugin", "unknown").status == 64)
                #expect(try await workplace.trellisctl("log", "--since", "yesterday").status == 64)
                let json = try await workplace.trellisctl("log", "--json", "--since", "1h")
                let messages = try json.output.split(separator: "\n").map {
                    try JSONValue(parsing: String($0))["message"]?.stringValue
                }
                #expect(messages.contains("ready"))
                let followed = try await workplace.shell(
                    """
                    exec 3< <(exec "$TRELLISCTL" log --follow --request 0.0 --timeout 60)
                    log=$!
                    kill "$log" && wait "$log"; echo "status $?"
                    exec 3< <(exec "$TRELLISCTL" log --follow)
                    log=$!
                    "$TRELLISCTL" log-level debug
                    while read -r line <&3; do case $line in *"log level changed"*) echo "$line"; break; esac; done
                    kill "$log"
                    """)
                #expect(followed.output.contains("status 143\n"))
                #expect(followed.output.contains(" trellis: log level changed level=debug uid="))
            }
        }
    }

    @Test("follows the log across a restart of the daemon, without missing or repeating an entry")
    func restart() async throws {
        try await Workplace.with { workplace in
            _ = try await workplace.shell(#"mkfifo "$FOLDER/go" "$FOLDER/ready" "$FOLDER/done""#)
            async let followed = workplace.shell(
                """
                read -r < "$FOLDER/go"
                exec 3< <(exec "$TRELLISCTL" log --follow --json 2> "$FOLDER/errors")
                until_changed() {
                    while read -r line <&3; do
                        printf '%s\\n' "$line"
                        case $line in *'"log level changed"'*) break ;; esac
                    done
                }
                until_changed
                echo > "$FOLDER/ready"
                until_changed
                kill $!
                echo > "$FOLDER/done"
                cat "$FOLDER/errors" >&2
                """)
            try await workplace.withDaemon { _ in
                _ = try await workplace.trellisctl("log-level", "debug")
                // Opening either end of a FIFO blocks until the other end is open.
                _ = try await workplace.shell(#"echo > "$FOLDER/go"; read -r < "$FOLDER/ready""#)
            }
            try await workplace.withDaemon { _ in
                _ = try await workplace.trellisctl("log-level", "debug")
                _ = try await workplace.shell(#"read -r < "$FOLDER/done""#)
            }
            let result = try await followed
            let entries = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            let numbers = entries.compactMap { $0["number"]?.integerValue }
            let second = try #require(numbers.lastIndex(of: 1))
            #expect(second > 0)
            #expect(numbers[..<second] == Array(1...Int64(second))[...])
            #expect(Array(numbers[second...]) == Array(1...Int64(numbers.count - second)))
            #expect(entries.count { $0["message"] == "ready" } == 2)
            #expect(
                result.error == """
                    trellisctl: the log ended: the daemon is stopping; reconnecting
                    trellisctl: connected again; the log is that of the restarted daemon

                    """)
        }
    }

    @Test("an error contains the request ID that the audit record of the call has")
    func request() async throws {
        try await Workplace.with { workplace in
            _ = try await workplace.withDaemon { _ in
                let failed = try await workplace.trellisctl("items", "delete", "x", "--json")
                let error = try JSONValue(parsing: failed.error)
                #expect(error["error"] == "io.trellis.Items.NoSuchItem")
                let audit = try await workplace.trellisctl("audit", "--failed", "--json")
                let record = try JSONValue(parsing: audit.output)
                #expect(record["method"] == "io.trellis.Items.Delete")
                #expect(record["requestID"] != nil && record["requestID"] == error["requestID"])
                let shown = try await workplace.trellisctl("items", "delete", "x")
                // The daemon does not log an error of the contract.
                #expect(shown.error.contains("\nRequest ID: ") && !shown.error.contains("log entries"))
            }
        }
    }

    @Test("changes the level at run time, until the daemon stops")
    func level() async throws {
        try await Workplace.with { workplace in
            for _ in 0..<2 {
                _ = try await workplace.withDaemon { _ in
                    #expect(try await workplace.trellisctl("log-level").output == "info\n")
                    #expect(try await workplace.trellisctl("log-level", "items", "debug").output == "")
                    #expect(try await workplace.trellisctl("log-level", "items").output == "debug (configured: info)\n")
                    #expect(try await workplace.trellisctl("log-level").output == "info\nitems  debug\n")
                    #expect(try await workplace.trellisctl("log-level", "warning").status == 0)
                    let all = try await workplace.trellisctl("log-level")
                    #expect(all.output == "warning (configured: info)\nitems  debug\n")
                    #expect(try await workplace.trellisctl("log-level", "items", "default").status == 0)
                    #expect(try await workplace.trellisctl("log-level").output == "warning (configured: info)\n")
                    let wrong = try await workplace.trellisctl("log-level", "unknown", "debug")
                    #expect(wrong.status == 64)
                    #expect(wrong.error.hasPrefix("trellisctl: the daemon has no plugin 'unknown' ["))
                }
            }
        }
    }
}
