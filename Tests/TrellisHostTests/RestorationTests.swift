import Foundation
import Glibc
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
    ///
    /// - Parameters:
    ///   - folder: The folder of the backup.
    ///   - format: The number of the format.
    ///   - version: The version, in the syntax of JSON strings.
    ///   - created: The time, in the syntax of JSON strings.
    ///   - plugin: The plugin of the file.
    ///   - name: The name of the file.
    ///   - size: The size of the file according to the manifest and, with 11 characters, to its header.
    ///   - sha256: The hash of the file; nil for the correct one.
    ///   - change: Changes the archive.
    /// - Returns: The path of the backup.
    /// - Throws: The error of writing it.
    private func backup(
        in folder: FilePath, format: Int = 1, version: String = "0.0.1", created: String = "2026-11-25T08:00:00Z",
        plugin: String = "notes", name: String = "notes.sqlite", size: String? = nil, sha256: String? = nil,
        changing change: (inout [UInt8]) -> Void = { _ in }
    ) throws -> FilePath {
        var digest = Digest()
        let contents = size == nil ? contents : []
        digest.append(bytes: contents)
        let manifest = """
            {"format":\(format),"version":"\(version)","created":"\(created)","files":[{"plugin":"\(plugin)",\
            "name":"\(name)","size":\(size.flatMap { Int($0) } ?? contents.count),"sha256":"\(sha256 ?? digest.text)"}]}
            """
        var bytes: [UInt8] = []
        for (name, contents) in [("manifest.json", Array(manifest.utf8)), ("\(plugin)/\(name)", contents)] {
            let header = try TarHeader(name, size: contents.count, time: 0)
            var block = header.bytes
            if let size, contents.isEmpty {
                block.replaceSubrange(124..<135, with: size.utf8)
                block.replaceSubrange(148..<156, with: Array(repeating: UInt8(ascii: " "), count: 8))
                let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
                block.replaceSubrange(148..<155, with: (String(repeating: "0", count: 6 - sum.count) + sum + "\0").utf8)
            }
            bytes += block + contents + [UInt8](repeating: 0, count: header.paddingSize)
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
                try restore(path, into: state)
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

    /// Restores a backup of the plugin `notes`.
    private func restore(_ path: FilePath, into state: FilePath, now: Date = Date()) throws -> [String] {
        try Restoration(of: path, into: state, plugins: ["notes"], now: now).restore()
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
            _ = try restore(path, into: state, now: now)
            #expect(text(notes.appending("notes.sqlite")) == "the data")
            try Data("log".utf8).write(to: URL(filePath: notes.appending("notes.sqlite-wal").string))
            let lines = try restore(path, into: state, now: now)
            #expect(text(notes.appending("notes.sqlite")) == "the data")
            #expect(text(notes.appending("notes.sqlite.replaced-20270115T080000Z")) == "the data")
            #expect(text(notes.appending("notes.sqlite.replaced-20270115T080000Z-wal")) == "log")
            #expect(text(notes.appending("notes.sqlite-wal")) == nil)
            #expect(lines.first?.hasPrefix("restored 1 file of the backup \(path)") == true)
            #expect(lines.contains { $0.hasSuffix("notes.sqlite.replaced-20270115T080000Z-wal") })
            // A second restoration in the same second keeps the files of the first.
            _ = try restore(path, into: state, now: now)
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
        try expectRejection(.dataError, "the invalid name '..'") { try backup(in: $0, plugin: "..") }
        func problem(_ files: [BackupManifest.File]) -> String? {
            BackupManifest(format: 1, version: "1", created: "", files: files).nameProblem
        }
        #expect(problem([Self.file, Self.file]) == "the file '\(Self.file.path)' twice")
        #expect(problem([Self.file]) == nil)
        try expectRejection(.noInput, "cannot open") { $0.appending("nothing") }
    }

    @Test(
        "rejects names that a backup cannot have",
        arguments: [
            "", ".hidden", "..", "notes.sqlite-wal", "notes.sqlite-shm", "notes.sqlite-journal", "a\u{1B}[31m",
            "a\u{202E}b",
        ])
    func names(name: String) throws {
        try expectRejection(.dataError, "invalid name") {
            try backup(in: $0, name: name.replacing("\u{1B}", with: #"\u001b"#))
        }
    }

    @Test("rejects a version or a time that is none, because the operator's terminal shows both")
    func origin() throws {
        let escape = #"\u001b]0;title\u0007"#
        try expectRejection(.dataError, "invalid version or time") { try backup(in: $0, version: "0.0.1\(escape)") }
        try expectRejection(.dataError, "invalid version or time") { try backup(in: $0, version: #"0.0.1\nrestored"#) }
        try expectRejection(.dataError, "invalid version or time") { try backup(in: $0, created: "now\(escape)") }
    }

    @Test("rejects a size with a sign", arguments: ["-0000000001", "+0000000000"])
    func signedSize(size: String) throws {
        try expectRejection(.dataError, "the header of notes/notes.sqlite is damaged") {
            try backup(in: $0, size: size)
        }
    }

    @Test("rejects a link in place of the folder of a plugin")
    func link() throws {
        try withFolder { folder in
            let (state, elsewhere) = (folder.appending("state"), folder.appending("elsewhere"))
            for path in [state, elsewhere] { #expect(mkdir(path.string, 0o700) == 0) }
            #expect(symlink(elsewhere.string, state.appending("notes").string) == 0)
            let path = try backup(in: folder)
            let failure = #expect(throws: HostFailure.self) { try restore(path, into: state) }
            #expect(failure?.exitStatus == .noPermission)
            #expect(failure?.message.hasSuffix("is a symbolic link, expected a directory") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.string) == [])
        }
    }

    @Test(
        "leaves out the files of other plugins and of the daemon, and names them", arguments: ["audit", "crash", "old"])
    func otherPlugins(plugin: String) throws {
        try withFolder { folder in
            let state = folder.appending("state")
            let log = state.appending("audit").appending("notes.sqlite")
            try FileManager.default.createDirectory(
                atPath: state.appending("audit").string, withIntermediateDirectories: true)
            try Data("records".utf8).write(to: URL(filePath: log.string))
            let lines = try restore(try backup(in: folder, plugin: plugin), into: state)
            #expect(lines.first?.hasPrefix("restored 0 files") == true)
            #expect(
                lines.dropFirst() == [
                    "not restored, because this daemon has no plugin of this name:", "  \(plugin)/notes.sqlite",
                ])
            #expect(text(log) == "records")
            #expect(try FileManager.default.contentsOfDirectory(atPath: state.appending("audit").string).count == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: state.string)
            #expect(!names.contains("crash") && !names.contains("old"))
            // The contents are verified nevertheless.
            let damaged = try backup(in: folder, plugin: plugin, sha256: String(repeating: "0", count: 64))
            #expect(throws: HostFailure.self) { try restore(damaged, into: state) }
        }
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
