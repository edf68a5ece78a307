import Foundation
package import SystemPackage
import Systemd
package import Trellis

/// A small JSON file in the state directory.
package struct StateFile: Sendable {
    /// The path of the file.
    package let path: FilePath

    /// The failpoints before the content is written, before it is synchronized to disk, and before the file is replaced.
    private let (writing, synchronizing, replacing): (Failpoint, Failpoint, Failpoint)

    /// Creates the value without accessing the file.
    ///
    /// - Parameters:
    ///   - name: The name of the file without `.json`.
    ///   - directory: The state directory.
    ///   - failpoints: The failpoints of the daemon, to which those of the file are added:
    ///     `trellisd.overrides.write`, `.sync` and `.replace` for `overrides.json`.
    package init(_ name: String, in directory: FilePath, failpoints: Failpoints) {
        path = directory.appending("\(name).json")
        let name = "trellisd.\(name)"
        writing = failpoints.declare("\(name).write")
        synchronizing = failpoints.declare("\(name).sync")
        replacing = failpoints.declare("\(name).replace")
    }

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - type: The type of the content.
    ///   - advice: The remedy for a damaged file.
    /// - Returns: The content; nil if the file does not exist.
    /// - Throws: ``HostFailure`` when the file cannot be read or is damaged.
    package func read<Content: Decodable>(_ type: Content.Type, advice: String) throws(HostFailure) -> Content? {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
            let data = try file.closeAfter { try FileHandle(fileDescriptor: file.rawValue).readToEnd() ?? Data() }
            return try JSONDecoder().decode(type, from: data)
        } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
            return nil
        } catch let error as DecodingError {
            throw HostFailure(.configuration, "\(path) is damaged: \(error.summary)", advice: advice)
        } catch {
            let error = error as? Errno ?? .ioError
            throw HostFailure(
                error == .permissionDenied ? .noPermission : .inputOutputError, "cannot read \(path): \(error)",
                errno: error.rawValue)
        }
    }

    /// Replaces the file atomically.
    ///
    /// The function returns after the content and the name of the file are on disk (fsync(2)).
    ///
    /// - Parameter content: The new content.
    /// - Throws: `Errno`; the file is then unchanged.
    package func write(_ content: some Encodable) throws(Errno) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            let data = try encoder.encode(content)
            let previous = try? Data(contentsOf: URL(filePath: path.string))
            try replace(with: data)
            do {
                try synchronizeFolder()
            } catch {
                // The new content is visible, but a caller that receives the error continues with the previous one.
                if let previous { try? replace(with: previous) } else { unlink(path.string) }
                throw error
            }
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    /// Writes a new file, and gives it the name of this file.
    private func replace(with data: Data) throws {
        let draft = FilePath("\(path).new")
        do {
            let file = try FileDescriptor.open(
                draft, .writeOnly, options: [.create, .truncate, .closeOnExec, .noFollow],
                permissions: [.ownerRead, .ownerWrite])
            try file.closeAfter {
                try writing.evaluateBlocking()
                try file.writeAll(data)
                try synchronize(file)
            }
            try replacing.evaluateBlocking()
            guard rename(draft.string, path.string) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unlink(draft.string)
            throw error
        }
    }

    /// Synchronizes the names in the folder to disk.
    private func synchronizeFolder() throws {
        let folder = try FileDescriptor.open(
            path.removingLastComponent(), .readOnly, options: [.directory, .closeOnExec])
        try folder.closeAfter { try synchronize(folder) }
    }

    private func synchronize(_ file: FileDescriptor) throws(Errno) {
        try synchronizing.evaluateBlocking()
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
}

extension DecodingError {
    /// The path of the value and the problem, in one line.
    fileprivate var summary: String {
        let (path, problem): ([any CodingKey], String) =
            switch self {
            case .typeMismatch(let type, let context): (context.codingPath, "expected \(Self.name(of: type))")
            case .valueNotFound(let type, let context):
                (context.codingPath, "expected \(Self.name(of: type)), got null")
            case .keyNotFound(let key, let context): (context.codingPath + [key], "missing")
            case .dataCorrupted(let context):
                (context.codingPath, context.codingPath.isEmpty ? "not valid JSON" : "invalid value")
            @unknown default: ([], "unexpected content")
            }
        return (path.isEmpty ? "" : path.map(\.stringValue).joined(separator: ".") + ": ") + problem
    }

    /// The name of a type in JSON.
    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "a Boolean"
        case is any BinaryInteger.Type: "an integer"
        case is any ExpressibleByDictionaryLiteral.Type: "an object"
        case is any ExpressibleByArrayLiteral.Type: "an array"
        default: "another type"
        }
    }
}
