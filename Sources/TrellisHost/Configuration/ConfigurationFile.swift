import Glibc
import SystemPackage
import Trellis

/// A file with a configuration: a regular file, or another one that can be read from its start to its end.
///
/// A drop-in that is masked by a link to `/dev/null` is empty. A command can pass its output as a pipe:
/// `trellisd --check <(generate)`.
struct ConfigurationFile {
    /// The reason why a file cannot be read.
    enum Unreadable: Error {
        /// A system call failed.
        case system(Errno)
        /// The file has more bytes than ``maximumSize``.
        case tooLarge
        /// The file is a pipe that has ended without content.
        case emptyPipe
        /// The file is a pipe, and no process has written to it within ``patience``.
        case timedOut
    }

    /// The maximum size of a file.
    static let maximumSize = ByteCount(bytes: 16 << 20)

    /// The time limit for the first bytes of a pipe, in milliseconds.
    static let patience: Int32 = 10_000

    let path: FilePath

    /// Whether the file can be read only once, such as a pipe or a terminal.
    var isStream: Bool {
        var status = stat()
        guard stat(path.string, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) && !Self.isNull(status)
    }

    /// Reads the whole file.
    func contents() throws(Unreadable) -> [UInt8] {
        do {
            // Opening a pipe without a writer would wait for one.
            let file = try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
            return try file.closeAfter { try Self.contents(of: file) }
        } catch let error as Unreadable {
            throw error
        } catch {
            throw .system(error as? Errno ?? .ioError)
        }
    }

    private static func contents(of file: FileDescriptor) throws -> [UInt8] {
        var status = stat()
        guard fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        let isPipe = status.st_mode & S_IFMT == S_IFIFO
        // A person may type into a terminal.
        if isPipe { try wait(for: file, atMost: patience) }
        var contents: [UInt8] = []
        var isAtEnd = false
        while !isAtEnd {
            do {
                let chunk = try [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                    count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
                contents += chunk
                isAtEnd = chunk.isEmpty
            } catch Errno.resourceTemporarilyUnavailable {
                try wait(for: file, atMost: isPipe ? patience : -1)
            }
            guard contents.count <= maximumSize.bytes else { throw Unreadable.tooLarge }
        }
        if isPipe, contents.isEmpty { throw Unreadable.emptyPipe }
        return contents
    }

    /// Waits until a file has bytes, or has ended.
    private static func wait(for file: FileDescriptor, atMost milliseconds: Int32) throws {
        var entry = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
        while true {
            switch poll(&entry, 1, milliseconds) {
            case 0: throw Unreadable.timedOut
            case 1...: return
            default: guard errno == EINTR else { throw Errno(rawValue: errno) }
            }
        }
    }

    /// Whether a file is `/dev/null`, with the device numbers that Linux fixes (null(4)).
    private static func isNull(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 0x103
    }
}
