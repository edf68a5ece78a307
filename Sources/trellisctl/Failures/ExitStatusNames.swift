import Glibc

/// The exit statuses of sysexits(3) that a contract may name for its errors.
///
/// The comment of an error has a line such as `[Exit status 'EX_IOERR']`. An error without one is EX_DATAERR: the call was
/// rejected because of its parameters.
enum ExitStatusNames {
    private static let statuses: [String: Int32] = [
        "EX_USAGE": EX_USAGE, "EX_DATAERR": EX_DATAERR, "EX_NOINPUT": EX_NOINPUT, "EX_NOUSER": EX_NOUSER,
        "EX_NOHOST": EX_NOHOST, "EX_UNAVAILABLE": EX_UNAVAILABLE, "EX_SOFTWARE": EX_SOFTWARE, "EX_OSERR": EX_OSERR,
        "EX_OSFILE": EX_OSFILE, "EX_CANTCREAT": EX_CANTCREAT, "EX_IOERR": EX_IOERR, "EX_TEMPFAIL": EX_TEMPFAIL,
        "EX_PROTOCOL": EX_PROTOCOL, "EX_NOPERM": EX_NOPERM, "EX_CONFIG": EX_CONFIG,
    ]

    /// Returns the exit status for an error.
    ///
    /// - Parameter name: The name in the contract; nil for none.
    /// - Returns: The status; EX_DATAERR without a known name.
    static func status(named name: String?) -> Int32 {
        name.flatMap { statuses[$0] } ?? EX_DATAERR
    }
}
