import Glibc
import Trellis
import TrellisHTTP

/// Where the token is found when the plugin starts, and kept after a sign-in.
///
/// A credential goes first; it belongs to the operator, and the plugin can't change it. Otherwise the token is in the
/// file `token` of the plugin's state directory, mode 0600: a line with the token, and one with the `baseURL` that it
/// is for, so that it is never sent to another server. The file is replaced as a whole: after a crash it has the old
/// token or the new one.
struct TokenStore: Sendable {
    /// Why the token could not be written or removed.
    struct Failure: Error, CustomStringConvertible {
        /// What went wrong, as a sentence without its full stop.
        var description: String
    }

    /// The account as it was found.
    let account: Account

    /// The name of the credential as systemd has it, when that is where the token comes from.
    let credential: String?

    private static let maximumFileSize = 4_096

    private let file: FilePath
    private let server: ServerURL

    /// Looks for a token.
    ///
    /// - Throws: `PluginFailure` when there is one that can't be read, or can't be a token.
    init(configuration: IssuesConfiguration, plugin: PluginEnvironment) throws(PluginFailure) {
        file = plugin.directories.state.appending("token")
        server = configuration.baseURL
        if let token = try Self.credential(configuration.credential, of: plugin) {
            account = .signedIn(token, .credential)
            credential = "\(plugin.name).\(configuration.credential)"
        } else {
            let token = try Self.token(in: file, for: server, logger: plugin.logger)
            account = token.map { .signedIn($0, .file) } ?? .anonymous
            credential = nil
        }
    }

    /// Keeps a token for the next start.
    ///
    /// - Throws: When it can't be written. The file is as it was before then.
    func keep(_ token: Token) throws(Failure) {
        let new = FilePath("\(file).new")
        do {
            try Self.write(Array("\(token.line)\(server)\n".utf8), to: new)
            guard rename(new.string, file.string) == 0 else { throw Errno(rawValue: errno) }
            try Self.synchronizeFolder(of: file)
        } catch {
            unlink(new.string)
            throw Failure(description: "the token can't be written to \(file): \(error)")
        }
    }

    /// Forgets the token that was kept, if one was.
    ///
    /// - Throws: When the file can't be removed.
    func forget() throws(Failure) {
        do {
            guard unlink(file.string) == 0 || errno == ENOENT else { throw Errno(rawValue: errno) }
            try Self.synchronizeFolder(of: file)
        } catch {
            throw Failure(description: "the token in \(file) can't be removed: \(error)")
        }
    }

    /// The token that is the plugin's credential; nil when there is no such credential.
    ///
    /// - Throws: `PluginFailure` when the credential can't be read, or can't be a token.
    static func credential(_ credential: String, of plugin: PluginEnvironment) throws(PluginFailure) -> Token? {
        let name = "\(plugin.name).\(credential)"
        let bytes: [UInt8]?
        do {
            bytes = try plugin.credential(credential)
        } catch {
            throw PluginFailure(
                .permission, "the credential \(name) can't be read", advice: "See what LoadCredential= says of it",
                cause: error)
        }
        guard let bytes else { return nil }
        guard let token = Token(String(decoding: bytes, as: UTF8.self)) else {
            throw PluginFailure(
                .data, "what is in the credential \(name) can't be a token of GitHub's",
                advice: "A token is one line of letters, digits and underscores. Put one there, and start again")
        }
        return token
    }

    private static func token(
        in file: FilePath, for server: ServerURL, logger: Logger
    ) throws(PluginFailure) -> Token? {
        let bytes: [UInt8]
        do {
            // Without waiting: opening a FIFO would wait for a writer, and reading one finds it empty.
            let descriptor = try FileDescriptor.open(file, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
            bytes = try descriptor.closeAfter {
                var status = stat()
                guard fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
                if status.st_mode & 0o077 != 0 {
                    logger.warning("others could read the token: taken from them now", metadata: ["file": "\(file)"])
                    guard fchmod(descriptor.rawValue, 0o600) == 0 else { throw Errno(rawValue: errno) }
                }
                return try [UInt8](unsafeUninitializedCapacity: maximumFileSize) { buffer, count in
                    // The file is read into memory that the array owns, and `count` says how much of it was written.
                    count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
        } catch Errno.noSuchFileOrDirectory {
            return nil
        } catch {
            throw PluginFailure(
                .permission, "the token in \(file) can't be read",
                advice: "See that the file belongs to the daemon's user, or remove it and log in again", cause: error)
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, let token = Token(String(lines[0])) else {
            throw PluginFailure(
                .data, "what is in \(file) can't be a token of GitHub's: it was left as it is",
                advice: "Remove the file, start again, and log in again")
        }
        guard lines[1] == server.text else {
            logger.notice(
                "the token is for another server, and was left alone: log in again",
                metadata: ["baseURL": "\(server)", "file": "\(file)"])
            return nil
        }
        return token
    }

    private static func write(_ bytes: [UInt8], to file: FilePath) throws {
        // What a crash left is removed first, since its mode may be another.
        unlink(file.string)
        let descriptor = try FileDescriptor.open(
            file, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
            permissions: [.ownerRead, .ownerWrite])
        try descriptor.closeAfter {
            try descriptor.writeAll(bytes)
            guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }

    /// Makes a change of names in a folder outlive a crash of the machine.
    private static func synchronizeFolder(of file: FilePath) throws {
        let folder = try FileDescriptor.open(
            file.removingLastComponent(), .readOnly, options: [.directory, .closeOnExec])
        try folder.closeAfter {
            guard fsync(folder.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }
}
