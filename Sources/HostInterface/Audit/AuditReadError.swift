import Glibc

/// The error for a file of the audit log that cannot be read.
public struct AuditReadError: Error, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let path: String

    /// The error number of the system call, such as EACCES.
    public let errno: Int32

    /// The path and the reason.
    public var description: String { "cannot read the audit log \(path): \(String(cString: strerror(errno)))" }
}
