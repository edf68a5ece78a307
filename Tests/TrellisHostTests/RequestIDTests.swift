import Logging
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Request identifiers", .timeLimit(.minutes(2)))
struct RequestIDTests {
    /// Runs the failing plugin, calls it twice, and returns the identifiers in the errors and the log.
    private func identifiers(over transport: Transport) async throws -> (errors: [String], lines: [String]) {
        let log = LogRecorder(level: .notice, metadataProvider: .call)
        let errors = try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            return try await withPlugin(FailingPlugin.self, environment: environment, over: transport) { plugin in
                var identifiers: [String] = []
                for _ in 0..<2 {
                    let error = await #expect(throws: RemoteError.self) {
                        let _: JSONObject = try await plugin.caller.call("org.example.failing.Fail", [:])
                    }
                    #expect(error?.name == "io.trellis.Host.Failure")
                    identifiers.append(error?.parameters["requestID"]?.stringValue ?? "none")
                }
                return identifiers
            }
        }
        return (errors, log.lines)
    }

    @Test("are different in the errors of two undeclared failures", arguments: Transport.allCases)
    func failure(over transport: Transport) async throws {
        let errors = try await identifiers(over: transport).errors
        #expect(errors.compactMap { $0.split(separator: ".").last } == ["1", "2"])
        #expect(Set(errors.compactMap { $0.split(separator: ".").first }).count == 1)
    }

    @Test("are in every log message of a call, and in no other message", arguments: Transport.allCases)
    func log(over transport: Transport) async throws {
        let (errors, lines) = try await identifiers(over: transport)
        for error in errors {
            let messages = lines.filter { $0.contains(" requestID=\(error)") }
            #expect(messages.count == 2)
            #expect(messages.first?.hasPrefix("working plugin=failing ") == true)
            #expect(messages.last?.contains(" of the plugin failing threw an undeclared error: ") == true)
            // A call over a socket has a user.
            #expect(messages.allSatisfy { $0.contains(" uid=") == (transport == .socket) })
        }
        #expect(lines.filter { $0.contains(" requestID=") }.count == 4)
    }
}

/// A plugin whose method logs a message and fails.
private struct FailingPlugin: Plugin {
    static let manifest = PluginManifest(name: "failing", version: "1.0.0", summary: "Fails.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.serve(FailingInterface.init(logger:))
    }
}

private struct FailingInterface: VarlinkInterface {
    private struct Broken: Error {}

    static let contract = VarlinkContract(
        name: "org.example.failing",
        description: """
            interface org.example.failing

            method Fail() -> ()

            """,
        methods: [.init(name: "Fail", streaming: .never)])

    let logger: Logger

    func handle(_ call: ServerCall) async throws {
        logger.notice("working")
        throw Broken()
    }
}
