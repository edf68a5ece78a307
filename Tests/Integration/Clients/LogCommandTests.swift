import Testing
import Varlink

@Suite("trellisctl log and log-level", .runsPrograms, .timeLimit(.minutes(10)))
struct LogCommandTests {
    @Test("shows the entries of the daemon, also new ones")
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

    @Test("an error has the request ID of the call in the daemon's records")
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
                #expect(shown.error.contains("(for its log entries: trellisctl log --request "))
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
