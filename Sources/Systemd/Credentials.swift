import Glibc

/// The credentials that systemd passes to a service: files in a directory that only the service can read.
///
/// A unit names them with `LoadCredential=`, `LoadCredentialEncrypted=` or `SetCredential=` (systemd.exec(5),
/// "Credentials"). Each call of ``read(_:)`` reads the file; nothing is cached. Credentials do not change while the service
/// runs. New values need a restart.
public struct Credentials: Sendable, Hashable {
    /// The maximum size of a credential in bytes: 1 MiB, systemd's limit for all credentials of a unit together.
    public static let maximumSize = 1 << 20

    /// The absolute path of the directory.
    public let directory: String

    /// Creates a value for a directory that contains credentials.
    public init(directory: String) {
        self.directory = directory
    }

    /// Reads a credential.
    ///
    /// - Parameter name: The name of the credential in the unit.
    /// - Returns: The bytes, at most ``maximumSize``; `nil`, and no error, if the unit has no credential of this name.
    /// - Throws: ``CredentialError`` if the name is invalid, or if the file can't be read or is too large.
    public func read(_ name: String) throws(CredentialError) -> [UInt8]? {
        guard Self.isValid(name) else { throw .invalidName(name) }
        let path = "\(directory)/\(name)"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            let error = SystemCallError.last
            if error.errno == ENOENT { return nil }
            throw .unreadable(path: path, error)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                let error = SystemCallError.last
                if error.errno == EINTR { continue }
                throw .unreadable(path: path, error)
            }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= Self.maximumSize else { throw .tooLarge(path: path) }
        }
    }

    private static func isValid(_ name: String) -> Bool {
        let isPrintable = name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
        let isPlain = !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(UInt8(ascii: ":"))
        return isPrintable && isPlain && (1...255).contains(name.utf8.count) && name != "." && name != ".."
    }
}

extension ServiceEnvironment {
    /// The credentials of the service (`CREDENTIALS_DIRECTORY`); `nil` if the unit has none, and outside systemd.
    public var credentials: Credentials? {
        guard let directory = self["CREDENTIALS_DIRECTORY"], directory.hasPrefix("/") else { return nil }
        return Credentials(directory: directory)
    }
}
