import Glibc
import HostInterface
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Open files of an ended plugin", .timeLimit(.minutes(2)))
struct OpenFileTests {
    @Test("are reported with their paths, if they are in its directories")
    func report() async throws {
        let log = LogRecorder(level: .notice)
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            try await withPlugin(OpenFilePlugin.self, environment: environment) { _ in }
            let file = "\(folder)/state/untidy/left"
            let line = try #require(log.lines.first { $0.hasPrefix("files of the plugin untidy are open, although") })
            #expect(line.contains("it has ended: \(file)"))
            #expect(line.contains("files=\(file)"))
            #expect(line.contains("plugin=untidy"))
            #expect(!line.contains("closed"))
        }
    }

    @Test("are reported after a failed start")
    func failedStart() async throws {
        let log = LogRecorder(level: .notice)
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            await #expect(throws: HostFailure.self) {
                try await withPlugin(
                    OpenFilePlugin.self, settings: ["restart": "no"], environment: environment,
                    adjusting: { $0.provide { (file: OpenFile) throws -> Page in throw CancellationError() } }
                ) { _ in }
            }
            #expect(log.lines.contains { $0.hasPrefix("files of the plugin untidy are open, although") })
        }
    }
}

/// A plugin that leaves one file open, and closes another one.
private struct OpenFilePlugin: Plugin {
    static let manifest = PluginManifest(name: "untidy", version: "1.0.0", summary: "Leaves a file open.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide(OpenFile.init(plugin:))
    }
}

private struct Page: Sendable {}

/// An instance that opens two files, and closes one of them.
private final class OpenFile: Closable {
    private let closed: CInt

    init(plugin: PluginEnvironment) {
        func open(_ name: String) -> CInt {
            Glibc.open(plugin.directories.state.appending(name).string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        }
        _ = open("left")
        closed = open("closed")
    }

    func close() { _ = Glibc.close(closed) }
}
