import Glibc

/// A failed system call.
struct SystemCallFailure: Error {
    /// The error number (errno(3)).
    let code: CInt
}
