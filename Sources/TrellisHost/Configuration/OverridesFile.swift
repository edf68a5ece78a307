import Foundation
import SystemPackage
import Systemd

/// The file of the ``OperatorOverrides``: `overrides.json` in the state directory.
///
/// It has one object per plugin: `{"plugins": {"items": {"enabled": false, "since": "2026-…Z", "user": "root"}}}`.
struct OverridesFile: Sendable {
    private struct Content: Codable {
        var plugins: [String: OperatorOverrides.Override]
    }

    private let path: FilePath

    /// Creates the value without accessing the file.
    ///
    /// - Parameter directory: The state directory.
    init(in directory: FilePath) {
        path = directory.appending("overrides.json")
    }

    /// Reads the file.
    ///
    /// - Returns: The overrides; none if the file does not exist.
    /// - Throws: ``HostFailure`` when the file cannot be read or is damaged.
    func read() throws(HostFailure) -> OperatorOverrides {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
            let data = try file.closeAfter { try FileHandle(fileDescriptor: file.rawValue).readToEnd() ?? Data() }
            return OperatorOverrides(plugins: try JSONDecoder().decode(Content.self, from: data).plugins)
        } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
            return OperatorOverrides()
        } catch let error as DecodingError {
            throw HostFailure(
                .configuration, "\(path) is damaged: \(error.summary)",
                advice: "Remove the file. The configuration then determines which plugins are enabled")
        } catch {
            let error = error as? Errno ?? .ioError
            throw HostFailure(
                error == .permissionDenied ? .noPermission : .inputOutputError, "can't read \(path): \(error)",
                errno: error.rawValue)
        }
    }

    /// Replaces the file atomically.
    ///
    /// When the function returns, the content is on disk.
    ///
    /// - Parameter overrides: The new content.
    /// - Throws: `Errno`; the file is then unchanged.
    func write(_ overrides: OperatorOverrides) throws(Errno) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let draft = path.removingLastComponent().appending("overrides.json.new")
        do {
            let data = try encoder.encode(Content(plugins: overrides.plugins))
            let file = try FileDescriptor.open(
                draft, .writeOnly, options: [.create, .truncate, .closeOnExec, .noFollow],
                permissions: [.ownerRead, .ownerWrite])
            try file.closeAfter {
                try file.writeAll(data)
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            guard rename(draft.string, path.string) == 0 else { throw Errno(rawValue: errno) }
            let directory = try FileDescriptor.open(
                path.removingLastComponent(), .readOnly, options: [.directory, .closeOnExec])
            try directory.closeAfter {
                guard fsync(directory.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
        } catch {
            throw error as? Errno ?? .ioError
        }
    }
}

extension DecodingError {
    /// The path of the value and the problem, in one line.
    fileprivate var summary: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            let problem =
                context.debugDescription.hasSuffix(".")
                ? context.debugDescription.dropLast() : context.debugDescription[...]
            return (path.isEmpty ? "" : "\(path): ") + problem
        @unknown default: return "\(self)"
        }
    }
}
