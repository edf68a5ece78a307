import Foundation
import Glibc
import SystemPackage
import Systemd

/// The temporary folder of a demo, with the directories and the socket of the daemon.
struct DemoFolder: Sendable {
    private let path: FilePath

    /// Creates a folder that only its owner can access, in `$TMPDIR` or `/tmp`.
    ///
    /// - Throws: ``HostFailure`` when the folder cannot be created.
    static func create() throws(HostFailure) -> DemoFolder {
        let parent = FilePath(FileManager.default.temporaryDirectory.path)
        var template = Array(parent.appending("trellis-demo-XXXXXX").string.utf8CString)
        guard mkdtemp(&template) != nil else {
            let error = Errno(rawValue: errno)
            throw HostFailure(
                .cannotCreate, "can't create a temporary folder for the demo in \(parent): \(error)",
                advice: "Set TMPDIR to another directory", errno: error.rawValue)
        }
        return DemoFolder(
            path: FilePath(String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)))
    }

    /// The options of a daemon with all its files in the folder, unless they specify a socket.
    func options(from options: HostOptions) -> HostOptions {
        var options = options
        options.stateDirectory = path.appending("state")
        options.cacheDirectory = path.appending("cache")
        options.runtimeDirectory = path.appending("run")
        options.socket = options.socket ?? path.appending("io.trellis").string
        return options
    }

    /// Removes the folder with its contents.
    func remove() { try? FileManager.default.removeItem(atPath: path.string) }
}
