import Foundation
import Glibc
import SystemPackage

/// A file system in memory that is soon full.
enum SmallDisk {
    /// Whether one can be mounted here.
    static let isPossible = geteuid() == 0

    /// Mounts one of 512 KiB around a body.
    ///
    /// - Parameter body: Gets the folder, and what makes the file system larger.
    /// - Throws: What the body throws, and what keeps the file system from being mounted.
    static func with(_ body: (FilePath, _ makeRoom: () throws -> Void) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try mountMemory(at: folder, options: "size=512k", flags: 0)
            defer { umount2(folder.string, CInt(MNT_DETACH)) }
            try await body(folder) { try mountMemory(at: folder, options: "size=8m", flags: UInt(MS_REMOUNT)) }
        }
    }

    private static func mountMemory(at folder: FilePath, options: String, flags: UInt) throws {
        guard mount("tmpfs", folder.string, "tmpfs", flags, options) == 0 else { throw Errno(rawValue: errno) }
    }
}
