import LogSupport

/// An error that occurs when a credential is read.
public enum CredentialError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is not valid for systemd: it is empty, longer than 255 bytes, `.` or `..`, or contains a slash, a colon or
    /// a character that is not printable ASCII.
    case invalidName(String)
    /// The file exists and can't be read.
    case unreadable(path: String, SystemCallError)
    /// The file has more than ``Credentials/maximumSize`` bytes.
    case tooLarge(path: String)

    /// The error, its location and the remedy.
    public var description: String {
        switch self {
        case .invalidName(let name):
            """
            invalid credential name "\(escapingControlCharacters(in: name))"; use 1 to 255 printable ASCII characters \
            without slashes and colons, as for LoadCredential= in systemd.exec(5)
            """
        case .unreadable(let path, let error):
            """
            cannot read the credential \(escapingControlCharacters(in: path)): \(error); check LoadCredential= of the \
            unit, and that the process runs as the unit's user
            """
        case .tooLarge(let path):
            """
            the credential \(escapingControlCharacters(in: path)) exceeds systemd's limit of \
            \(Credentials.maximumSize) bytes; check LoadCredential= of the unit
            """
        }
    }
}
