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

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
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

/// A plugin whose backup has a name that cannot be restored.
private struct HiddenPlugin: Plugin {
    static let manifest = PluginManifest(name: "hidden", version: "1.0.0", summary: "Hides a file.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.backUp { () in [BackupPart("../data") { _ in true }] }
    }
}

@Suite("Copies for a backup", .timeLimit(.minutes(2)))
struct BackupHostTests {
    private func withHost(
        of plugin: PluginRegistration = PluginRegistration(KeeperPlugin.self),
        _ body: (PluginHost, FilePath) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let host = try PluginHost(
                configuration: try LoadedConfiguration(
                    path: nil, options: ["plugins.\(plugin.name).enabled=true"], registrations: [plugin]),
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

    @Test("a name that cannot be restored is rejected")
    func name() async throws {
        try await withHost(of: PluginRegistration(HiddenPlugin.self)) { host, folder in
            let message =
                "'../data' cannot be restored: expected the name of a visible file other than the log of a database, declared once"
            await #expect(throws: HostError.backupFailed(plugin: "hidden", message: message)) {
                _ = try await host.copyForBackup(to: folder, includingSecrets: false)
            }
        }
    }

    @Test("the copies that a killed daemon left are removed")
    func leftovers() async throws {
        try await withTemporaryFolder { cache in
            let folder = BackupCopy.newFolder(in: cache)
            for path in [folder, cache.appending("items")] {
                try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
            }
            BackupCopy.removeLeftovers(in: cache)
            #expect(try FileManager.default.contentsOfDirectory(atPath: cache.string) == ["items"])
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
