import Foundation
import Glibc
import HostSupport
package import SystemPackage
package import Trellis

/// The configuration files: `trellis.yaml` and the drop-ins in the directory `trellis.d` beside it.
package struct ConfigurationFiles: Sendable {
    /// The layers, the highest first.
    package let layers: [ConfigurationLayer]

    private let main: FilePath

    /// The texts of the files by path, as they were read.
    private let texts: [FilePath: String]

    /// The paths of the files, the lowest layer first.
    package var paths: [String] { layers.reversed().map(\.name) }

    /// Reads the main file and its drop-ins.
    ///
    /// The drop-ins are the files `*.yaml` in the directory that has the name of the main file with the extension `.d`.
    /// They are sorted by the bytes of their names, and later files take precedence. The directory is optional.
    ///
    /// - Parameters:
    ///   - path: The path of the main file.
    ///   - diagnostics: Receives a diagnostic for each problem in the files.
    /// - Throws: ``ConfigurationError`` with every file that cannot be read.
    package init(at path: FilePath, diagnostics: inout [ConfigurationDiagnostic]) throws(ConfigurationError) {
        var unreadable: [ConfigurationDiagnostic] = []
        var layers: [ConfigurationLayer] = []
        var texts: [FilePath: String] = [:]
        let dropIns = Self.dropIns(of: path, unreadable: &unreadable)
        for path in [path] + dropIns {
            if let text = Self.text(of: path, unreadable: &unreadable) {
                texts[path] = text
                layers.append(ConfigurationLayer(yaml: text, path: path.string, diagnostics: &diagnostics))
            }
        }
        if let dropIn = dropIns.first, access(path.string, F_OK) != 0, errno == ENOENT {
            unreadable[0].message += ", although the drop-in \(dropIn) exists; 'touch \(path)' creates an empty one"
        }
        if !unreadable.isEmpty { throw ConfigurationError(kind: .unreadable, diagnostics: unreadable) }
        self.layers = layers.reversed()
        self.main = path
        self.texts = texts
    }

    /// The files that were changed, added or removed after the configuration was read.
    ///
    /// All files are read again, except pipes and other files that can be read once. A file that can no longer be read
    /// counts as removed.
    package var changedPaths: [String] {
        var ignored: [ConfigurationDiagnostic] = []
        var changed: [FilePath] = []
        let current = Set([main] + Self.dropIns(of: main, unreadable: &ignored))
        for path in current.union(texts.keys) where !ConfigurationFile(path: path).isStream {
            let text = current.contains(path) ? Self.text(of: path, unreadable: &ignored) : nil
            if text != texts[path] { changed.append(path) }
        }
        return changed.map(\.string).sorted()
    }

    private static func dropIns(of path: FilePath, unreadable: inout [ConfigurationDiagnostic]) -> [FilePath] {
        guard let stem = path.stem else { return [] }
        let folder = path.removingLastComponent().appending("\(stem).d")
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.string)
                .filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                .map { folder.appending($0) }
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return []
        } catch {
            let message = "cannot read the drop-in directory \(folder): \(Self.reason(of: error, directory: folder))"
            unreadable.append(ConfigurationDiagnostic(location: nil, path: [], message: message))
            return []
        }
    }

    private static func text(of path: FilePath, unreadable: inout [ConfigurationDiagnostic]) -> String? {
        let problem: String
        do throws(ConfigurationFile.Unreadable) {
            let bytes = try ConfigurationFile(path: path).contents()
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            problem = "the configuration file \(path) is not UTF-8: convert it to UTF-8"
        } catch {
            problem = "cannot read the configuration file \(path): \(reason(of: error, path))"
        }
        unreadable.append(ConfigurationDiagnostic(location: nil, path: [], message: problem))
        return nil
    }

    private static func reason(of error: ConfigurationFile.Unreadable, _ path: FilePath) -> String {
        switch error {
        case .system(.noSuchFileOrDirectory): "no such file"
        case .system(.isDirectory): "it is a directory"
        case .system(.permissionDenied): denial(of: path, isDirectory: false)
        case .system(let error): "\(error)"
        case .tooLarge: "it has more than \(ConfigurationFile.maximumSize.text)"
        case .emptyPipe:
            "it is an empty pipe, or was read before; use a file, which the daemon can read again when it reloads"
        case .timedOut: "it is a pipe to which no process writes"
        }
    }

    /// The reason why a directory cannot be read.
    ///
    /// Foundation does not report every reason, such as a file in place of a directory, so the directory is opened again.
    private static func reason(of error: any Error, directory path: FilePath) -> String {
        do {
            try FileDescriptor.open(path, .readOnly, options: .directory).close()
            return error.localizedDescription
        } catch Errno.notDirectory {
            return "it is not a directory"
        } catch Errno.permissionDenied {
            return denial(of: path, isDirectory: true)
        } catch {
            return "\(error)"
        }
    }

    /// The reason why the user of this process may not read a file or a directory, with the command that permits it.
    private static func denial(of path: FilePath, isDirectory: Bool) -> String {
        var folders: [FilePath] = []
        while case let folder = (folders.last ?? path).removingLastComponent(), folder != folders.last, !folder.isEmpty
        {
            folders.append(folder)
        }
        let closed = folders.last { faccessat(AT_FDCWD, $0.string, X_OK, AT_EACCESS) != 0 }
        let command = closed.map { "chmod a+rx \($0)" } ?? "chmod \(isDirectory ? "a+rx" : "a+r") \(path)"
        let user = AccountNames.userName(geteuid()) ?? "\(geteuid())"
        return "permission denied for the user '\(user)'; run '\(command)'"
    }
}

/// A file with a configuration: a regular file, or another one that can be read from its start to its end.
///
/// A drop-in that is masked by a link to `/dev/null` is empty. A command can pass its output as a pipe:
/// `trellisd --check <(generate)`.
package struct ConfigurationFile {
    /// The reason why a file cannot be read.
    package enum Unreadable: Error {
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
    package static let maximumSize = ByteCount(bytes: 16 << 20)

    /// The time limit for the first bytes of a pipe, in milliseconds.
    package static let patience: Int32 = 10_000

    package let path: FilePath

    /// Whether the file can be read only once, such as a pipe or a terminal.
    package var isStream: Bool {
        var status = stat()
        guard stat(path.string, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) && !Self.isNull(status)
    }

    /// Reads the whole file.
    package func contents() throws(Unreadable) -> [UInt8] {
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
