import Foundation
import Testing

/// The manual pages and completions in the directories of Debian.
@Suite("Installed manual pages and completions", .runsPrograms, .bootsMachine, .timeLimit(.minutes(10)))
struct InstalledTextsTests {
    /// A program that finds installed files.
    private struct Reader: Sendable {
        /// The path of the program.
        var program: String

        /// The arguments that select the installed file.
        var words: [String]

        /// The expected standard output.
        var output: String
    }

    private static let readers = [
        Reader(
            program: "/usr/bin/man", words: ["--where", "trellisctl", "trellisd", "trellis.yaml"],
            output: """
                /usr/share/man/man1/trellisctl.1
                /usr/share/man/man8/trellisd.8
                /usr/share/man/man5/trellis.yaml.5

                """),
        Reader(
            program: "/usr/bin/fish", words: ["--command", "complete --do-complete 'trellisctl sta'"],
            output: "status\tShow the state of the daemon.\n"),
        Reader(
            program: "/usr/bin/zsh",
            words: ["-f", "-c", "autoload -U compinit; compinit -u -D; echo $_comps[trellisctl]"],
            output: "_trellisctl\n"),
        Reader(
            program: "/usr/bin/bash",
            words: [
                "-c",
                """
                [ ! -e /usr/share/bash-completion/bash_completion ] || . /usr/share/bash-completion/bash_completion
                if declare -F _completion_loader > /dev/null; then _completion_loader trellisctl || true
                else . /usr/share/bash-completion/completions/trellisctl; fi
                complete -p trellisctl
                """,
            ],
            output: "complete -o nosort -F _trellisctl trellisctl\n"),
    ]

    @Test("man and the shells find the installed manual pages and completions")
    func found() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            for reader in Self.readers where FileManager.default.isExecutableFile(atPath: reader.program) {
                // The first completion starts the daemon. On a busy machine, this can take longer than the usual limit.
                let command = ["/usr/bin/env", "TRELLIS_COMPLETION_TIMEOUT=60", reader.program] + reader.words
                let result = try await machine.attempt(command)
                #expect(result.output == reader.output, "\(reader.program): \(result.error)")
            }
        }
    }
}
