import Glibc

extension CommandFailure {
    /// Creates the failure to read a file.
    ///
    /// - Parameters:
    ///   - name: The path of the file, or `standard input`.
    ///   - code: The error number (errno(3)). The exit status is EX_NOINPUT for a file that does not exist, is not
    ///     readable or has the wrong type, and EX_IOERR for any other error.
    init(reading name: String, _ code: CInt) {
        let isInput = [ENOENT, ENOTDIR, EISDIR, EACCES, EPERM, ENAMETOOLONG, ELOOP, ENXIO].contains(code)
        self.init(
            isInput ? EX_NOINPUT : EX_IOERR, "\(name) cannot be read: \(String(cString: strerror(code)))",
            advice: code != EISDIR
                ? nil
                : name == LineReader.standardInput
                    ? "Redirect it from a file." : "Choose a file in this directory, or '-' for standard input."
        )
    }

    /// Creates the failure to write a file.
    ///
    /// - Parameters:
    ///   - status: The exit status of the process.
    ///   - path: The path of the file.
    ///   - code: The error number (errno(3)).
    init(_ status: Int32, writing path: String, _ code: CInt) {
        let advice: String? =
            switch code {
            case EISDIR: "Choose a file in this directory, or '-' for standard output."
            case ENOENT: "Create the directory of the file first."
            default: nil
            }
        self.init(status, "\(path) cannot be written: \(String(cString: strerror(code)))", advice: advice)
    }

    /// Creates the failure to create a file at a path that already exists.
    init(existing path: String) {
        self.init(
            EX_CANTCREAT, "\(path) already exists",
            advice: "Choose another name, or remove the file.")
    }
}
