import Foundation
import Testing

/// The remedies that the programs print, followed literally on a machine with a real systemd.
@Suite("Printed remedies", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct RemedyTests {
    /// A mistake of an operator.
    private struct Mistake: Sendable {
        /// The commands of the operator.
        let commands: String

        /// The command that fails, and that succeeds when the remedies have been followed.
        let attempt: String

        /// A part of the message.
        let message: String

        init(_ commands: String, then attempt: String, shows message: String) {
            (self.commands, self.attempt, self.message) = (commands, attempt, message)
        }
    }

    private static let mistakes = [
        Mistake(
            "systemctl stop trellisd.socket trellisd.service", then: "trellisctl items list",
            shows: "no daemon answers"),
        Mistake(
            "trellisctl plugin stop items", then: "trellisctl items list",
            shows: "the plugin items is stopped"),
        Mistake(
            "trellisctl plugin disable items", then: "trellisctl items list",
            shows: "items"),
        Mistake(
            "true",
            then:
                "trellisctl issues where > /dev/null && trellisctl plugin list | grep 'signed in with the credential'",
            shows: "the plugin issues is disabled"),
        Mistake("true", then: "trellisctl dashboard", shows: "the plugin dashboard is not enabled"),
        Mistake(
            "install -m 600 /dev/null /etc/trellis/trellis.d/60-site.yaml", then: "trellisctl reload",
            shows: "permission denied for the user 'trellis'"),
        Mistake(
            "chmod 750 /etc/trellis", then: "trellisctl reload", shows: "permission denied for the user 'trellis'"),
        Mistake(
            "systemctl stop trellisd.service; chown root: /var/lib/trellis/items/items.sqlite; ! systemctl start trellisd.service",
            then: "trellisctl status", shows: "items.sqlite cannot be opened"),
        Mistake(
            "chmod g+w /var/lib/trellis/items", then: "trellisctl doctor",
            shows: "/var/lib/trellis/items can be changed by others"),
        Mistake(
            "systemctl stop trellisd.service; chown root: /var/lib/trellis/items; ! systemctl start trellisd.service",
            then: "trellisctl status", shows: "belongs to the user root, expected trellis"),
        Mistake(
            "systemctl stop trellisd.service; chmod g+w /var/lib/trellis/items; ! systemctl start trellisd.service",
            then: "trellisctl status", shows: "other users may write to"),
        Mistake(
            """
            echo 'items: [' > /etc/trellis/trellis.d/80-site.yaml; ! trellisctl reload
            rm /etc/trellis/trellis.d/80-site.yaml
            """, then: "trellisctl status --check || { trellisctl status; false; }", shows: "the last reload failed"),
    ]

    /// The commands in the output of a program: words that begin with the name of a program, in single quotes or on a line of
    /// their own.
    private func commands(in result: CommandResult) -> [String] {
        (result.output + result.error)
            .matches(of: #/(?m)(?:'|^ +)((?:chmod|chown|install|systemctl|trellisctl|trellisd) [^'\n]*)(?:'|$)/#)
            .map { String($0.1) }
    }

    @Test("solve the problem")
    func remedies() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("trellisctl", "items", "add", "Tea", "1")
            // What an operator enters in the editor, and the token that a command reads.
            try await machine.write(
                """
                #!/bin/sh
                # The last argument is the file; systemd 262 passes the number of a line before it.
                for file; do :; done
                sed -i '/^### Anything between/a [Service]\\nLoadCredential=issues.token:/etc/trellis/issues.token' "$file"

                """, to: "/usr/local/bin/enter", mode: "755")
            let token = "ghp_\(String(repeating: "0", count: 36))"
            for mistake in Self.mistakes {
                try await machine.run("sh", "-c", mistake.commands)
                var result = try await machine.attempt(["sh", "-c", mistake.attempt])
                #expect(result.status != 0, "\(mistake.commands): \(mistake.attempt) succeeds: \(result)")
                #expect((result.output + result.error).contains(mistake.message), "\(mistake.commands): \(result)")
                // A remedy may be a command that explains the problem: the commands that it names come first.
                var (pending, followed) = (commands(in: result), [String]())
                var steps: [CommandResult] = []
                while result.status != 0, !pending.isEmpty {
                    let next = pending.removeFirst()
                    if followed.contains(next) { continue }
                    followed.append(next)
                    // Swift Subprocess traps if a program ends without reading its input.
                    let isReading = next.hasPrefix("install ")
                    // systemctl(1) starts an editor only on a terminal.
                    let shell =
                        next.hasPrefix("systemctl edit") ? ["script", "-qefc", next, "/dev/null"] : ["sh", "-c", next]
                    let step = try await machine.attempt(
                        ["env", "SYSTEMD_EDITOR=/usr/local/bin/enter"] + shell, input: isReading ? token : "")
                    steps.append(step)
                    pending = commands(in: step) + pending
                    result = try await machine.attempt(["sh", "-c", mistake.attempt])
                }
                #expect(
                    result.status == 0, "\(mistake.commands): after \(zip(followed, steps).map { ($0, $1) }): \(result)"
                )
            }
        }
    }

    @Test("of a check lead to the unit, whose user and credentials the check has")
    func unit() async throws {
        let configuration = "plugins: { items: null, movies: { source: tmdb } }\n"
        try await BootedMachine.bootWithTrellis(configuration: configuration) { machine in
            let check = "trellisd --check --unit trellisd.service"
            let plain = try await machine.attempt(["trellisd", "--check"])
            #expect(plain.status == 78 && commands(in: plain).last == check, "\(plain)")
            let missing = try await machine.attempt(["sh", "-c", check])
            #expect(missing.status == 78 && missing.error.contains("the credential 'movies.tmdb'"), "\(missing)")

            try await machine.write(
                "[Service]\nLoadCredential=movies.tmdb:/etc/trellis/tmdb.key\n",
                to: "/run/systemd/system/trellisd.service.d/50-test.conf")
            try await machine.run("systemctl", "daemon-reload")
            let absent = try await machine.attempt(["sh", "-c", check])
            let install = "install --mode=0600 /dev/stdin /etc/trellis/tmdb.key"
            #expect(absent.status == 66 && commands(in: absent) == [install], "\(absent)")
            try await machine.run("sh", "-c", install, input: String(repeating: "0", count: 32))
            let valid = try await machine.attempt(["sh", "-c", check])
            #expect(valid.status == 0 && valid.output.contains("enabled plugins: items, movies"), "\(valid)")
        }
    }
}
