import Glibc
import SystemPackage
import Systemd

/// The right to use a state directory, which one daemon has at a time.
///
/// It is a lock of flock(2) on the file `trellisd.lock` in the directory. The kernel drops it when the process ends,
/// however it ends; the file stays, and says in its text which process had it last.
struct StateLock: ~Copyable {
    private let descriptor: FileDescriptor

    /// Takes the lock.
    ///
    /// - Parameter directory: The state directory, which exists.
    /// - Throws: ``HostFailure`` when another process has it, or the file can't be opened.
    init(of directory: FilePath) throws(HostFailure) {
        let path = directory.appending("trellisd.lock")
        let descriptor: FileDescriptor
        do {
            descriptor = try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec, .noFollow], permissions: [.ownerReadWrite])
        } catch {
            let error = error as? Errno ?? .ioError
            throw HostFailure(
                error == .permissionDenied ? .noPermission : .cannotCreate,
                "the lock file \(path) can't be opened: \(error)",
                advice: "Give the state directory to the user that the daemon runs as", errno: error.rawValue)
        }
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let error = Errno(rawValue: errno)
            let holder = Self.processIdentifier(in: descriptor).map { " (process \($0))" } ?? ""
            try? descriptor.close()
            guard error == .wouldBlock else {
                throw HostFailure(
                    .inputOutputError, "the lock file \(path) can't be locked: \(error)", errno: error.rawValue)
            }
            throw HostFailure(
                .cannotCreate, "another trellisd\(holder) uses the state directory \(directory)",
                advice: "Stop it, or name another directory with --state-directory", errno: error.rawValue)
        }
        self.descriptor = descriptor
        // The text is for people. The lock holds without it, so a full disk must not keep the daemon from starting.
        _ = try? descriptor.resize(to: 0)
        _ = try? descriptor.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
    }

    deinit {
        // Said, because a program that is just being started has the lock as well, until it runs.
        flock(descriptor.rawValue, LOCK_UN)
        try? descriptor.close()
    }

    private static func processIdentifier(in descriptor: FileDescriptor) -> Int32? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            // Within the closure's buffer, which outlives the call.
            count = (try? descriptor.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
        return Int32(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
    }
}
