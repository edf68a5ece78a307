import Glibc

/// A system call that failed.
struct SystemCallFailure: Error {
    /// Why: errno(3).
    let code: CInt
}
