import Glibc
package import SystemPackage
import Systemd

/// The exclusive lock on a state directory.
///
/// The type uses flock(2) on the file `trellisd.lock` in the directory. The kernel releases the lock when the process
/// ends. The file is not removed; it contains the identifier of the process that held the lock last, and the word `running`
/// until that process releases the lock in order.
package struct StateLock: ~Copyable {
    /// The process that held the lock last and ended without releasing it; nil if it released the lock.
    package let killedProcess: Int32?

    private let descriptor: FileDescriptor

    /// Acquires the lock.
    ///
    /// - Parameter directory: The state directory, which must exist.
    /// - Throws: ``HostFailure`` when another process holds the lock, or the file cannot be opened.
    package init(of directory: FilePath) throws(HostFailure) {
        let path = directory.appending("trellisd.lock")
        let descriptor: FileDescriptor
        do {
            descriptor = try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec, .noFollow], permissions: [.ownerReadWrite])
        } catch {
            let error = error as? Errno ?? .ioError
            throw HostFailure(
                error == .permissionDenied ? .noPermission : .cannotCreate,
                "cannot open the lock file \(path): \(error)",
                advice: "Change the owner of the state directory to the daemon's user", errno: error.rawValue)
        }
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let error = Errno(rawValue: errno)
            let holder = Self.processIdentifier(in: descriptor).map { " (process \($0))" } ?? ""
            try? descriptor.close()
            guard error == .wouldBlock else {
                throw HostFailure(
                    .inputOutputError, "cannot lock the lock file \(path): \(error)", errno: error.rawValue)
            }
            throw HostFailure(
                .cannotCreate, "another trellisd\(holder) uses the state directory \(directory)",
                advice: "Stop that process, or choose another directory with --state-directory", errno: error.rawValue)
        }
        let last = Self.text(in: descriptor)
        killedProcess = last.contains(Self.running) ? Int32(last.prefix { $0.isNumber }) : nil
        self.descriptor = descriptor
        Self.write("\(getpid()) \(Self.running)\n", to: descriptor)
    }

    private static let running = "running"

    deinit {
        Self.write("\(getpid())\n", to: descriptor)
        // The lock is released explicitly, because a child process between fork and exec shares it.
        flock(descriptor.rawValue, LOCK_UN)
        try? descriptor.close()
    }

    private static func processIdentifier(in descriptor: FileDescriptor) -> Int32? {
        Int32(text(in: descriptor).prefix { $0.isNumber })
    }

    private static func text(in descriptor: FileDescriptor) -> String {
        let bytes = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            // Safe: the buffer outlives the read.
            count = (try? descriptor.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces the text of the file, which is informative: a full disk must not prevent the daemon from starting.
    private static func write(_ text: String, to descriptor: FileDescriptor) {
        _ = try? descriptor.resize(to: 0)
        _ = try? descriptor.writeAll(toAbsoluteOffset: 0, text.utf8)
    }
}
