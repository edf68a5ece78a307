import Glibc
import Trellis
import TrellisHTTP

/// Loads the token when the plugin starts, and stores it after a sign-in.
///
/// A credential has priority over a stored token; the plugin cannot change a credential. A stored token is in the file
/// `token` in the plugin's state directory, with mode 0600. The file contains a line with the token and a line with its
/// `baseURL`, so that the token is never sent to another server. The file is replaced atomically: after a crash, it
/// contains either the old or the new token.
struct TokenStore: Sendable {
    /// The failure to write or remove the token.
    struct Failure: Error, CustomStringConvertible {
        /// The message, without a full stop.
        var description: String
    }

    /// The account at the start of the plugin.
    let account: Account

    /// The full name of the credential; nil when the token is not a credential.
    let credential: String?

    private static let maximumFileSize = 4_096

    private let file: FilePath
    private let server: ServerURL

    /// Loads the token from the credential or the file.
    ///
    /// - Parameters:
    ///   - server: The server to which the token may be sent.
    ///   - name: The name of the credential, without the plugin's prefix; nil for `token`, which need not exist.
    ///   - plugin: The environment with the credentials and the state directory.
    ///   - logger: The log for a file with a loose mode, or with the token of another server.
    /// - Throws: `PluginFailure` when the token cannot be read or is invalid.
    init(
        for server: ServerURL, credential name: String?, plugin: PluginEnvironment, logger: Logger
    ) throws(PluginFailure) {
        file = plugin.directories.state.appending("token")
        self.server = server
        if let token = try Self.credential(name, of: plugin) {
            account = .signedIn(token, .credential)
            credential = "\(plugin.name).\(name ?? Self.standardCredential)"
        } else {
            let token = try Self.token(in: file, for: server, logger: logger)
            account = token.map { .signedIn($0, .file) } ?? .anonymous
            credential = nil
        }
    }

    /// Creates the store of the sample account, which has no token.
    init(sample plugin: PluginEnvironment, server: ServerURL) {
        (account, credential) = (.sample, nil)
        file = plugin.directories.state.appending("token")
        self.server = server
    }

    /// Throws an error if a sign-in or sign-out can't change the account.
    ///
    /// - Throws: ``LoginFailure/tokenIsCredential(_:)`` when the token is a credential;
    ///   ``LoginFailure/sampleAccount`` when the account is the sample account.
    func requireChangeable() throws(LoginFailure) {
        if let credential { throw .tokenIsCredential(credential) }
        if account == .sample { throw .sampleAccount }
    }

    /// The file with the token, a secret.
    var backup: BackupPart {
        BackupPart("token", isSecret: true) { [file] copy in
            do {
                let descriptor = try FileDescriptor.open(
                    file, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
                try Self.write(try descriptor.closeAfter { try Self.contents(of: descriptor) }, to: copy)
                return true
            } catch Errno.noSuchFileOrDirectory {
                return false
            }
        }
    }

    /// Stores a token for the next start.
    ///
    /// - Throws: ``Failure`` when the token cannot be written. The file is unchanged in this case.
    func store(_ token: Token) throws(Failure) {
        let new = FilePath("\(file).new")
        do {
            try Self.write(Array("\(token.line)\(server)\n".utf8), to: new)
            guard rename(new.string, file.string) == 0 else { throw Errno(rawValue: errno) }
            try Self.synchronizeFolder(of: file)
        } catch {
            unlink(new.string)
            throw Failure(description: "cannot write the token to \(file): \(error)")
        }
    }

    /// Removes the stored token, if there is one.
    ///
    /// - Throws: ``Failure`` when the file cannot be removed.
    func remove() throws(Failure) {
        do {
            guard unlink(file.string) == 0 || errno == ENOENT else { throw Errno(rawValue: errno) }
            try Self.synchronizeFolder(of: file)
        } catch {
            throw Failure(description: "cannot remove the token file \(file): \(error)")
        }
    }

    /// The name of the credential that is used if it exists and the configuration names none.
    private static let standardCredential = "token"

    /// Reads the token in the plugin's credential.
    ///
    /// - Parameters:
    ///   - named: The name in the configuration; nil for `token`, which need not exist.
    ///   - plugin: The environment with the credentials.
    /// - Returns: The token; nil when the credential does not exist.
    /// - Throws: `PluginFailure` when the credential cannot be read, is not a token, or is named and does not exist.
    static func credential(_ named: String?, of plugin: PluginEnvironment) throws(PluginFailure) -> Token? {
        let credential = named ?? standardCredential
        let name = "\(plugin.name).\(credential)"
        let bytes: [UInt8]?
        do {
            bytes = try plugin.credential(credential)
        } catch {
            throw PluginFailure(
                .permission, "cannot read the credential \(name)",
                advice: "Check LoadCredential=\(name) in the unit of the daemon", cause: error)
        }
        guard let bytes else {
            if named == nil { return nil }
            throw PluginFailure(
                .configuration,
                "the credential \(name) does not exist, although plugins.\(plugin.name).credential names it",
                advice: "Add LoadCredential=\(name):FILE to the unit of the daemon and restart it, or remove the key")
        }
        guard let token = Token(String(decoding: bytes, as: UTF8.self)) else {
            throw PluginFailure(
                .data, "the credential \(name) is not a GitHub token",
                advice:
                    "Expected the token alone, such as ghp_…, without quotes and without NAME=. Correct it, and restart the daemon"
            )
        }
        return token
    }

    private static func token(
        in file: FilePath, for server: ServerURL, logger: Logger
    ) throws(PluginFailure) -> Token? {
        let bytes: [UInt8]
        do {
            // Non-blocking: opening a FIFO would otherwise wait for a writer.
            let descriptor = try FileDescriptor.open(file, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
            bytes = try descriptor.closeAfter {
                var status = stat()
                guard fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
                if status.st_mode & 0o077 != 0 {
                    logger.warning(
                        "the token file was readable by other users; changed its mode to 0600",
                        metadata: ["file": "\(file)"])
                    guard fchmod(descriptor.rawValue, 0o600) == 0 else { throw Errno(rawValue: errno) }
                }
                return try contents(of: descriptor)
            }
        } catch Errno.noSuchFileOrDirectory {
            return nil
        } catch {
            throw PluginFailure(
                .permission, "cannot read the token file \(file)",
                advice: "Check that the file belongs to the daemon's user, or remove it and log in again", cause: error)
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, let token = Token(String(lines[0])) else {
            throw PluginFailure(
                .data, "the file \(file) is not a token file; left unchanged",
                advice: "Remove the file, restart the daemon, and log in again")
        }
        guard lines[1] == server.text else {
            logger.notice(
                "the stored token is for another server; log in again",
                metadata: ["baseURL": "\(server)", "file": "\(file)"])
            return nil
        }
        return token
    }

    private static func contents(of descriptor: FileDescriptor) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: maximumFileSize) { buffer, count in
            // Safe: `read` writes at most the capacity of the buffer, and `count` is the number of written bytes.
            count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    private static func write(_ bytes: [UInt8], to file: FilePath) throws {
        // A temporary file that remains after a crash may have another mode.
        unlink(file.string)
        let descriptor = try FileDescriptor.open(
            file, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
            permissions: [.ownerRead, .ownerWrite])
        try descriptor.closeAfter {
            try descriptor.writeAll(bytes)
            guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }

    /// Synchronizes the directory to disk, so that a changed name survives a crash of the machine.
    private static func synchronizeFolder(of file: FilePath) throws {
        let folder = try FileDescriptor.open(
            file.removingLastComponent(), .readOnly, options: [.directory, .closeOnExec])
        try folder.closeAfter {
            guard fsync(folder.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }
}
