import Foundation
import Glibc
import SystemPackage
import TarFormat
import Testing

@testable import trellisctl

@Suite("trellisctl backup", .timeLimit(.minutes(2)))
struct BackupCommandTests {
    @Test("writes an archive that only its owner can read, and reports missing plugins")
    func archive() async throws {
        try await withSampleDaemon { daemon in
            let path = daemon.folder.appending("backup.tar").string
            let result = try await Program.run(["backup", path], variables: daemon.variables)
            #expect(result.status == 0)
            #expect(result.output.hasPrefix("sample/data  700 B\nsample/empty  0 B\nWrote \(path), "))
            #expect(
                result.error
                    == "warning: the files of the plugin idle are not in the backup, because it failed: no disk\n")
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            let manifest = try #require(try TarHeader(parsing: Array(bytes[..<512])))
            #expect(manifest.name == "manifest.json")
            let start = 512 + manifest.size + manifest.paddingSize
            let data = try #require(try TarHeader(parsing: Array(bytes[start..<start + 512])))
            #expect(data.name == "sample/data")
            #expect(
                bytes[(start + 512)..<(start + 1_212)].elementsEqual(
                    [UInt8](repeating: 0x61, count: 600) + [UInt8](repeating: 0x62, count: 100)))
            let next = start + 512 + data.size + data.paddingSize
            #expect(try TarHeader(parsing: Array(bytes[next..<next + 512]))?.name == "sample/empty")
            #expect(bytes.suffix(1_024).allSatisfy { $0 == 0 })
            #expect(bytes.count == next + 512 + 1_024)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("writes the archive alone to standard output")
    func standardOutput() async throws {
        try await withSampleDaemon { daemon in
            let path = daemon.folder.appending("backup.tar").string
            _ = try await Program.run(["backup", path], variables: daemon.variables)
            let result = try await Program.run(["backup", "-"], variables: daemon.variables)
            #expect(result.status == 0)
            #expect(result.error.hasPrefix("warning: the files of the plugin idle are not in the backup"))
            // The headers contain the time.
            #expect(result.output.utf8.count == (try Data(contentsOf: URL(filePath: path)).count))
            #expect(result.output.hasPrefix("manifest.json\0"))
            #expect(!FileManager.default.fileExists(atPath: "-"))
        }
    }

    @Test("writes no file when the daemon sends too few bytes, or the file exists")
    func incomplete() async throws {
        try await withSampleDaemon { daemon in
            let path = daemon.folder.appending("backup.tar").string
            let result = try await Program.run(["backup", path, "--with-secrets"], variables: daemon.variables)
            #expect(result.status == EX_PROTOCOL)
            #expect(result.error.contains("the daemon sent an invalid backup: the backup is incomplete"))
            #expect(!FileManager.default.fileExists(atPath: path))
            try Data("mine".utf8).write(to: URL(filePath: path))
            let refused = try await Program.run(["backup", path], variables: daemon.variables)
            #expect(refused.status == EX_CANTCREAT)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
        }
    }

    @Test("rejects a size that the format of the archive cannot represent, and limits a time")
    func header() throws {
        for size in [Int.min, -1, TarHeader.maximumSize + 1] {
            #expect(throws: TarError.self) { try TarHeader("sample/data", size: size, time: 0) }
        }
        let times = [(Int.min, 0), (-1, 0), (253_402_300_799, TarHeader.maximumTime), (.max, TarHeader.maximumTime)]
        for (time, limited) in times {
            let header = try TarHeader("sample/data", size: 0, time: time)
            #expect(try TarHeader(parsing: header.bytes)?.time == limited)
        }
    }

    @Test("decodes what Foundation encodes, and rejects any other text")
    func base64() {
        for size in 0..<70 {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ size) }
            #expect(Base64.decode(Data(bytes).base64EncodedString()) == bytes)
        }
        for text in ["A", "AB", "ABC", "A===", "AB=C", "AB\nC", "ABC-", "====", "ABCÄ"] {
            #expect(Base64.decode(text) == nil, "\(text)")
        }
    }
}
