import Foundation
import SystemPackage
import Systemd
import TarFormat
import Testing
import TrellisTesting

@testable import TrellisHost

@Suite("Restoring a backup", .timeLimit(.minutes(2)))
struct RestorationTests {
    private let contents = Array("the data".utf8)

    private static let file = BackupManifest.File(plugin: "notes", name: "notes.sqlite", size: 1, sha256: "")

    /// Writes a backup of one file.
    private func backup(
        in folder: FilePath, format: Int = 1, version: String = "0.0.1", plugin: String = "notes",
        sha256: String? = nil, changing change: (inout [UInt8]) -> Void = { _ in }
    ) throws -> FilePath {
        var digest = Digest()
        digest.append(bytes: contents)
        let manifest = """
            {"format":\(format),"version":"\(version)","created":"2026-11-25T08:00:00Z","files":[{"plugin":"\(plugin)",\
            "name":"notes.sqlite","size":\(contents.count),"sha256":"\(sha256 ?? digest.text)"}]}
            """
        var bytes: [UInt8] = []
        for (name, contents) in [("manifest.json", Array(manifest.utf8)), ("\(plugin)/notes.sqlite", contents)] {
            let header = try TarHeader(name, size: contents.count, time: 0)
            bytes += header.bytes + contents + [UInt8](repeating: 0, count: header.paddingSize)
        }
        bytes += TarHeader.end
        change(&bytes)
        let path = folder.appending("backup.tar")
        try Data(bytes).write(to: URL(filePath: path.string))
        return path
    }

    private func text(_ path: FilePath) -> String? { try? String(contentsOfFile: path.string, encoding: .utf8) }

    /// Expects that a backup is rejected, and that nothing changes.
    private func expectRejection(
        _ status: Systemd.ExitStatus, _ reason: String, location: SourceLocation = #_sourceLocation,
        _ backup: (FilePath) throws -> FilePath
    ) throws {
        try withFolder { folder in
            let state = folder.appending("state")
            let file = state.appending("notes").appending("notes.sqlite")
            try FileManager.default.createDirectory(
                atPath: state.appending("notes").string, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            chmod(state.string, 0o700)
            try Data("old".utf8).write(to: URL(filePath: file.string))
            let path = try backup(folder)
            let failure = #expect(throws: HostFailure.self, sourceLocation: location) {
                try Restoration(of: path, into: state).run()
            }
            #expect(failure?.exitStatus == status, sourceLocation: location)
            #expect(
                failure?.message.contains(reason) == true, "\(String(describing: failure))", sourceLocation: location)
            #expect(text(file) == "old", sourceLocation: location)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: state.appending("notes").string)
                    == ["notes.sqlite"], sourceLocation: location)
        }
    }

    private func withFolder(_ body: (FilePath) throws -> Void) throws {
        let folder = FilePath(NSTemporaryDirectory()).appending("restore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        try body(folder)
    }

    @Test("writes the files, and keeps the replaced ones with the log of the database")
    func restores() throws {
        try withFolder { folder in
            let state = folder.appending("state")
            let notes = state.appending("notes")
            let path = try backup(in: folder)
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            _ = try Restoration(of: path, into: state, now: now).run()
            #expect(text(notes.appending("notes.sqlite")) == "the data")
            try Data("log".utf8).write(to: URL(filePath: notes.appending("notes.sqlite-wal").string))
            let lines = try Restoration(of: path, into: state, now: now).run()
            #expect(text(notes.appending("notes.sqlite")) == "the data")
            #expect(text(notes.appending("notes.sqlite.replaced-20270115T080000Z")) == "the data")
            #expect(text(notes.appending("notes.sqlite.replaced-20270115T080000Z-wal")) == "log")
            #expect(text(notes.appending("notes.sqlite-wal")) == nil)
            #expect(lines.first?.hasPrefix("restored 1 file of the backup \(path)") == true)
            #expect(lines.contains { $0.hasSuffix("notes.sqlite.replaced-20270115T080000Z-wal") })
            // A second restoration in the same second keeps the files of the first.
            _ = try Restoration(of: path, into: state, now: now).run()
            #expect(text(notes.appending("notes.sqlite.replaced-20270115T080000Z-2")) == "the data")
            #expect(text(notes.appending("notes.sqlite.replaced-20270115T080000Z-wal")) == "log")
        }
    }

    @Test("rejects a damaged backup, at every cut and with changed bytes")
    func damaged() throws {
        try expectRejection(.dataError, "is damaged") { folder in
            try backup(in: folder, sha256: String(repeating: "0", count: 64))
        }
        for cut in [0, 100, 512, 700, 1_024, 1_536, 1_540, 2_047] {
            try expectRejection(.dataError, "is damaged") { folder in
                try backup(in: folder) { $0.removeLast($0.count - cut) }
            }
        }
        for place in [3, 600, 1_030, 1_537] {
            try expectRejection(.dataError, "is damaged") { folder in try backup(in: folder) { $0[place] ^= 1 } }
        }
        try expectRejection(.dataError, "invalid name") { try backup(in: $0, plugin: "..") }
        #expect(!BackupManifest(format: 1, version: "1", created: "", files: [Self.file, Self.file]).hasValidNames)
        #expect(BackupManifest(format: 1, version: "1", created: "", files: [Self.file]).hasValidNames)
        try expectRejection(.noInput, "cannot open") { $0.appending("nothing") }
    }

    @Test("rejects a backup of a newer format or version")
    func newer() throws {
        try expectRejection(.dataError, "is newer than this daemon: its format is 2") { try backup(in: $0, format: 2) }
        try expectRejection(.dataError, "is newer than this daemon: version 999.0.0 made it") {
            try backup(in: $0, version: "999.0.0")
        }
    }

    @Test(
        "compares versions by their numbers",
        arguments: [
            ("0.2.0", "0.1.9", true), ("0.10.0", "0.9.0", true), ("0.1.0", "0.1.0", false), ("1.0.0", "0.9", true),
            ("0.9", "1.0.0", false), ("0.1.0-dev", "0.1.0", false),
        ])
    func versions(version: String, other: String, isNewer: Bool) {
        #expect(BackupManifest.isVersion(version, newerThan: other) == isNewer)
    }
}
