import Glibc

/// The error of a system call.
struct SystemCallError: Error, Hashable {
    let number: CInt

    /// The error of this thread's last system call.
    static var last: SystemCallError { SystemCallError(number: errno) }

    /// The message of strerror(3).
    var text: String { systemMessage(of: number) }
}

/// Returns the message of an error number: strerror_r(3).
func systemMessage(of number: CInt) -> String {
    // Safe: strerror_r writes at most the capacity, and terminates the message with a NUL.
    String(unsafeUninitializedCapacity: 256) { buffer in
        buffer.withMemoryRebound(to: CChar.self) { text in
            guard let base = text.baseAddress, strerror_r(number, base, text.count) == 0 else { return 0 }
            return strlen(base)
        }
    }
}
