import Glibc

/// The exit statuses of sysexits(3) that a contract may declare for its errors.
///
/// The comment of an error may have a line such as `[Exit status 'EX_IOERR']`. The default is EX_DATAERR: the call was
/// rejected because of its parameters.
enum ExitStatusNames {
    private static let statuses: [String: Int32] = [
        "EX_USAGE": EX_USAGE, "EX_DATAERR": EX_DATAERR, "EX_NOINPUT": EX_NOINPUT, "EX_NOUSER": EX_NOUSER,
        "EX_NOHOST": EX_NOHOST, "EX_UNAVAILABLE": EX_UNAVAILABLE, "EX_SOFTWARE": EX_SOFTWARE, "EX_OSERR": EX_OSERR,
        "EX_OSFILE": EX_OSFILE, "EX_CANTCREAT": EX_CANTCREAT, "EX_IOERR": EX_IOERR, "EX_TEMPFAIL": EX_TEMPFAIL,
        "EX_PROTOCOL": EX_PROTOCOL, "EX_NOPERM": EX_NOPERM, "EX_CONFIG": EX_CONFIG,
    ]

    /// Returns the exit status with a name; EX_DATAERR for nil or an unknown name.
    static func status(named name: String?) -> Int32 {
        name.flatMap { statuses[$0] } ?? EX_DATAERR
    }
}
