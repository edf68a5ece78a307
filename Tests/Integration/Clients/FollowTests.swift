import Testing

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
            #expect(result.output.hasSuffix("\"revision\":2}\n"))
            #expect(
                result.error == """
                    trellisctl: the stream ended: the daemon is stopping; reconnecting
                    trellisctl: connected again; the stream continues after revision 1

                    """)
        }
    }
}
