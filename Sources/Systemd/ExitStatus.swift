/// An exit status with a standard meaning.
///
/// 2 to 7 are defined by the LSB ("Init Script Actions"; systemd.exec(5), "Process Exit Codes"), 64 to 78 by sysexits(3).
/// systemd reserves 200 to 245. `systemd-analyze exit-status` prints all of them.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// `EXIT_SUCCESS`: success, also after SIGTERM.
    case success = 0
    /// `EXIT_FAILURE`: a failure without a specific status.
    case failure = 1

    /// LSB `EXIT_INVALIDARGUMENT`: an argument is invalid or excess.
    case invalidArgument = 2
    /// LSB `EXIT_NOTIMPLEMENTED`: the feature is not implemented.
    case notImplemented = 3
    /// LSB `EXIT_NOPERMISSION`: insufficient privilege.
    case insufficientPrivilege = 4
    /// LSB `EXIT_NOTINSTALLED`: the program is not installed.
    case notInstalled = 5
    /// LSB `EXIT_NOTCONFIGURED`: the program is not configured.
    case notConfigured = 6
    /// LSB `EXIT_NOTRUNNING`: the program is not running.
    case notRunning = 7

    /// `EX_USAGE`: a usage error on the command line.
    case usage = 64
    /// `EX_DATAERR`: the input data is incorrect.
    case dataError = 65
    /// `EX_NOINPUT`: an input file does not exist or can't be read.
    case noInput = 66
    /// `EX_NOUSER`: the specified user does not exist.
    case noUser = 67
    /// `EX_NOHOST`: the specified host does not exist.
    case noHost = 68
    /// `EX_UNAVAILABLE`: a required service is unavailable.
    case unavailable = 69
    /// `EX_SOFTWARE`: an internal software error.
    case software = 70
    /// `EX_OSERR`: an operating system error, such as a failed fork(2).
    case operatingSystemError = 71
    /// `EX_OSFILE`: a system file is missing or malformed.
    case operatingSystemFile = 72
    /// `EX_CANTCREAT`: an output file can't be created.
    case cannotCreate = 73
    /// `EX_IOERR`: an input or output error.
    case inputOutputError = 74
    /// `EX_TEMPFAIL`: a temporary failure; a retry may succeed.
    case temporaryFailure = 75
    /// `EX_PROTOCOL`: the remote system violated the protocol.
    case protocolError = 76
    /// `EX_NOPERM`: permission denied.
    case noPermission = 77
    /// `EX_CONFIG`: a configuration error.
    case configuration = 78
}
