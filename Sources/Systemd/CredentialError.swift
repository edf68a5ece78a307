/// Why a credential can't be read.
public enum CredentialError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is not one that systemd accepts: empty, over 255 bytes, `.` or `..`, or with a slash, a colon or a
    /// character outside printable ASCII.
    case invalidName(String)
    /// The file exists and can't be read.
    case unreadable(path: String, SystemCallError)
    /// The file has more than ``Credentials/maximumSize`` bytes.
    case tooLarge(path: String)

    /// What went wrong, where, and what to do.
    public var description: String {
        switch self {
        case .invalidName(let name):
            """
            "\(escapingControlCharacters(in: name))" can't be the name of a credential: use 1 to 255 printable ASCII \
            characters without a slash or a colon, as LoadCredential= in systemd.exec(5) does.
            """
        case .unreadable(let path, let error):
            """
            The credential \(escapingControlCharacters(in: path)) can't be read: \(error). Check LoadCredential= of \
            the unit, and that the process runs as the unit's user.
            """
        case .tooLarge(let path):
            """
            The credential \(escapingControlCharacters(in: path)) has more than \(Credentials.maximumSize) bytes, \
            which systemd does not allow. Check LoadCredential= of the unit.
            """
        }
    }
}
