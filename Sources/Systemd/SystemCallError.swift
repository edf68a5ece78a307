import Glibc

/// The number that a failed system call left in `errno`, with its text.
public struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number, a positive constant of errno(3) such as `ENOENT`.
    public var errno: Int32

    /// Wraps a number.
    public init(errno: Int32) {
        self.errno = errno
    }

    /// The text of strerror(3) with the number, such as `No such file or directory (errno 2)`.
    public var description: String {
        // glibc (2.32 and later) keeps the text per thread, so this is safe on any thread.
        "\(String(cString: strerror(errno))) (errno \(errno))"
    }

    /// What `errno` says now.
    ///
    /// Read it directly after the call that failed.
    static var last: SystemCallError { SystemCallError(errno: Glibc.errno) }
}
