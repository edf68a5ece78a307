import Glibc

/// An error number of a system call (errno(3)), with its description.
public struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error number, such as `ENOENT`.
    public var errno: Int32

    /// Creates an error from its number.
    public init(errno: Int32) {
        self.errno = errno
    }

    /// The message of strerror(3) with the number, such as `No such file or directory (errno 2)`.
    public var description: String {
        // Thread-safe, because glibc 2.32 and later store the message per thread.
        "\(String(cString: strerror(errno))) (errno \(errno))"
    }

    /// The current value of `errno`.
    ///
    /// Read this value directly after the failed call.
    static var last: SystemCallError { SystemCallError(errno: Glibc.errno) }
}
