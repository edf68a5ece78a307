import Testing
import Varlink

/// `trellisctl --follow` across a restart of the daemon.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct FollowTests {
    @Test("resumes a watch after a restart of the daemon")
    func resumedWatch() async throws {
        try await Workplace.with { workplace in
            _ = try await workplace.shell(#"mkfifo "$FOLDER/go" "$FOLDER/ready" "$FOLDER/done""#)
            async let watched = workplace.shell(
                """
                read -r < "$FOLDER/go"
                exec 3< <(exec "$TRELLISCTL" items watch --follow --json 2> "$FOLDER/errors")
                read -r present <&3
                read -r ready <&3
                echo > "$FOLDER/ready"
                printf '%s\\n' "$present" "$ready"
                while read -r line <&3; do
                    printf '%s\\n' "$line"
                    case $line in *'"added"'*) break ;; esac
                done
                kill $!
                echo > "$FOLDER/done"
                cat "$FOLDER/errors" >&2
                """)
            try await workplace.withDaemon { _ in
                let tea = try await workplace.trellisctl("items", "add", "Tea", "3")
                #expect(tea.status == 0)
                // Opening either end of a FIFO blocks until the other end is open.
                _ = try await workplace.shell(#"echo > "$FOLDER/go"; read -r < "$FOLDER/ready""#)
            }
            try await workplace.withDaemon { _ in
                let rice = try await workplace.trellisctl("items", "add", "Rice", "1")
                #expect(rice.status == 0)
                _ = try await workplace.shell(#"read -r < "$FOLDER/done""#)
            }
            let result = try await watched
            let events = result.output.split(separator: "\n").map { $0.prefix { $0 != "," } }
            // The second daemon may report the end of the snapshot before changes. It does not report an item again.
            let told = events.filter { $0 != #"{"event":"ready""# }
            #expect(told == [#"{"event":"present""#, #"{"event":"added""#])
            let lines = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            let tea = try #require(lines.first?["item"]?["revision"])
            #expect(lines.last?["revision"] == lines.last?["item"]?["revision"])
            #expect(
                result.error == """
                    trellisctl: the stream ended: the daemon is stopping; reconnecting
                    trellisctl: connected again; the stream continues after revision \(tea)

                    """)
        }
    }
    @Test("begins a watch again, and says so, when a list in memory is lost with its history")
    func lostHistory() async throws {
        try await Workplace.with(configuration: "plugins:\n  items:\n    store: memory\n") { workplace in
            try await workplace.withDaemon { _ in
                let result = try await workplace.shell(
                    """
                    for title in a b; do "$TRELLISCTL" items add $title 1 > /dev/null; done
                    exec 3< <(exec "$TRELLISCTL" items watch --follow --json 2> "$FOLDER/errors")
                    watch=$!
                    for event in present present ready; do read -r line <&3; echo "$line"; done
                    # The list has more changes than before when the watch resumes.
                    kill -STOP $watch
                    "$TRELLISCTL" plugin restart items > /dev/null
                    for title in n1 n2 n3; do "$TRELLISCTL" items add $title 1 > /dev/null; done
                    kill -CONT $watch
                    until [[ $line == *'"n3"'* ]] || ! read -r line <&3; do echo "$line"; done
                    kill $watch
                    cat "$FOLDER/errors" >&2
                    """)
                let events = try result.output.split(separator: "\n").map { line in
                    let event = try JSONValue(parsing: String(line))
                    return [event["event"], event["item"]?["title"]].compactMap { $0?.stringValue }
                }
                let first = [["present", "a"], ["present", "b"], ["ready"]]
                #expect(events == first + [["present", "n1"], ["present", "n2"], ["present", "n3"]])
                #expect(result.error.hasSuffix(": the stream restarts\n"), "\(result.error)")
            }
        }
    }
}
