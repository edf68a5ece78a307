import Foundation
import Testing

/// Varlink clients by other authors.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct ThirdPartyClientTests {
    /// The folder in which `make test` installs the Python package varlink.
    private static let python = Programs.checkout.appending(path: ".build/varlink-client/bin/python").path

    @Test(
        "works with the Python client",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: python),
            "requires the Python package varlink in .build/varlink-client, which Scripts/install-varlink-client installs"
        )
    )
    func pythonClient() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { _ in
                func run(_ words: String...) async throws -> CommandResult {
                    try await Workplace.run(Self.python, ["-m", "varlink.cli"] + words)
                }
                let address = "unix:\(workplace.socket)"
                let information = try await run("info", address)
                #expect(information.status == 0)
                for interface in ["org.varlink.service", "io.trellis.Host", "io.trellis.Items"] {
                    #expect(information.output.contains(interface))
                }
                #expect(information.output.contains("trellisd"))

                for interface in ["io.trellis.Host", "io.trellis.Items"] {
                    let description = try await run("help", "\(address)/\(interface)")
                    #expect(description.status == 0)
                    #expect(description.output.contains("interface \(interface)"))
                    #expect(description.error == "")
                }

                let added = try await run("call", "\(address)/io.trellis.Items.Add", #"{"title": "Tea", "count": 3}"#)
                #expect(added.status == 0)
                #expect(added.output.contains("\"title\": \"Tea\""))
                _ = try await run("call", "\(address)/io.trellis.Items.Add", #"{"title": "Coffee", "count": 1}"#)
                let listed = try await run("call", "--more", "\(address)/io.trellis.Items.List", "{}")
                #expect(listed.error == "")
                #expect(listed.output.contains("\"title\": \"Tea\""))
                #expect(listed.output.contains("\"title\": \"Coffee\""))

                // The client exits with 0 even after an error, and prints the error to standard error.
                let refused = try await run("call", "\(address)/io.trellis.Items.Get", #"{"id": "x"}"#)
                #expect(refused.error.contains("io.trellis.Items.NoSuchItem"))
            }
        }
    }
}
