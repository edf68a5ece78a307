import Glibc
public import SystemPackage

/// A small in-memory file system, for tests of a full disk.
public enum SmallDisk {
    /// Whether the process may mount file systems; only root may.
    public static let isAvailable = geteuid() == 0

    /// Mounts a file system of 512 KiB while a body runs.
    ///
    /// - Parameter body: Receives the folder, and a function that enlarges the file system to 8 MiB.
    /// - Throws: The error of the body; `Errno` when the file system cannot be mounted.
    public static func with(_ body: (FilePath, _ enlarge: () throws -> Void) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try mountMemory(at: folder, options: "size=512k", flags: 0)
            defer { umount2(folder.string, CInt(MNT_DETACH)) }
            try await body(folder) { try mountMemory(at: folder, options: "size=8m", flags: UInt(MS_REMOUNT)) }
        }
    }

    private static func mountMemory(at folder: FilePath, options: String, flags: UInt) throws {
        guard mount("tmpfs", folder.string, "tmpfs", flags, options) == 0 else { throw Errno(rawValue: errno) }
    }
}
