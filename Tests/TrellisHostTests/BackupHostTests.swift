import Foundation
import HostInterface
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// A plugin with a file, a secret and a file that does not exist at present.
private struct KeeperPlugin: Plugin {
    static let manifest = PluginManifest(name: "keeper", version: "1.0.0", summary: "Keeps a file.")

    init(configuration: NoConfiguration) {}

    func assemble(_ blueprint: inout Blueprint) {
        blueprint.backUp { (plugin: PluginEnvironment) in
            [
                BackupPart("data") { copy in
                    try Data("kept".utf8).write(to: URL(filePath: copy.string))
                    return true
                },
                BackupPart("token", isSecret: true) { copy in
                    try Data("secret".utf8).write(to: URL(filePath: copy.string))
                    return true
                },
                BackupPart("absent") { _ in false },
                BackupPart("broken", isSecret: true) { _ in throw Errno.ioError },
            ].filter { $0.name != "broken" || plugin.directories.state.string.contains("broken") }
        }
    }
}

@Suite("Copies for a backup", .timeLimit(.minutes(1)))
struct BackupHostTests {
    private func withHost(_ body: (PluginHost, FilePath) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let host = try PluginHost(
                configuration: try LoadedConfiguration(
                    path: nil, options: ["plugins.keeper.enabled=true"],
                    registrations: [PluginRegistration(KeeperPlugin.self)]),
                environment: environment, router: .host(logger: environment.logger("trellis")))
            let copies = folder.appending("copies")
            try FileManager.default.createDirectory(atPath: copies.string, withIntermediateDirectories: false)
            try await host.run { try await body(host, copies) }
        }
    }

    @Test("contain secrets only if they are requested")
    func secrets() async throws {
        try await withHost { host, folder in
            let (files, skipped) = try await host.copyForBackup(to: folder, includingSecrets: false)
            #expect(files.map(\.description.name) == ["data"])
            #expect(files.first?.description.size == 4)
            #expect(skipped.isEmpty)
            let all = try await host.copyForBackup(to: folder.appending(".."), includingSecrets: true).files
            #expect(all.map(\.description.name) == ["data", "token"])
        }
    }

    @Test("name the enabled plugins that do not run")
    func skipped() async throws {
        try await withHost { host, folder in
            try await host.stop("keeper")
            let (files, skipped) = try await host.copyForBackup(to: folder, includingSecrets: false)
            #expect(files.isEmpty)
            #expect(skipped.map(\.name) == ["keeper"])
            #expect(skipped.first?.state == .stopped)
        }
    }
}
