import Glibc

extension CommandFailure {
    /// A file that can't be read.
    ///
    /// - Parameters:
    ///   - name: What it is called: its path, or `standard input`.
    ///   - code: Why: errno(3). What is not there, or no file, or may not be read is EX_NOINPUT, anything else
    ///     EX_IOERR.
    init(reading name: String, _ code: CInt) {
        let isInput = [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM, ENAMETOOLONG, ELOOP, ENXIO].contains(code)
        self.init(
            isInput ? EX_NOINPUT : EX_IOERR, "\(name) can't be read: \(String(cString: strerror(code)))",
            advice: code != EISDIR
                ? nil
                : name == LineReader.standardInput ? "Give it a file." : "Name a file in it, or '-' for standard input."
        )
    }

    /// A file that can't be written.
    ///
    /// - Parameters:
    ///   - status: The exit status.
    ///   - path: Its path.
    ///   - code: Why: errno(3).
    init(_ status: Int32, writing path: String, _ code: CInt) {
        let advice: String? =
            switch code {
            case EISDIR: "Name a file in it, or '-' for standard output."
            case ENOENT: "A directory on the way to it is not there, and is not made."
            default: nil
            }
        self.init(status, "\(path) can't be written: \(String(cString: strerror(code)))", advice: advice)
    }
}
