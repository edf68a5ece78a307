/// An exit status with a meaning that systemd, shells and administrators know.
///
/// The sources are the LSB (2 to 7, "Init Script Actions"; systemd.exec(5), "Process Exit Codes") and sysexits(3)
/// (64 to 78). systemd keeps 200 to 245 for itself. `systemd-analyze exit-status` prints the whole list.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// `EXIT_SUCCESS`: nothing went wrong. SIGTERM ends a service in this way, too.
    case success = 0
    /// `EXIT_FAILURE`: a failure that has no status of its own.
    case failure = 1

    /// LSB `EXIT_INVALIDARGUMENT`: an argument is invalid, or there is one too many.
    case invalidArgument = 2
    /// LSB `EXIT_NOTIMPLEMENTED`: the feature does not exist.
    case notImplemented = 3
    /// LSB `EXIT_NOPERMISSION`: the user may not do this.
    case insufficientPrivilege = 4
    /// LSB `EXIT_NOTINSTALLED`: the program is not installed.
    case notInstalled = 5
    /// LSB `EXIT_NOTCONFIGURED`: the program has no configuration.
    case notConfigured = 6
    /// LSB `EXIT_NOTRUNNING`: the program is not running.
    case notRunning = 7

    /// `EX_USAGE`: the command line is wrong.
    case usage = 64
    /// `EX_DATAERR`: the user's input data is wrong.
    case dataError = 65
    /// `EX_NOINPUT`: an input file does not exist or can't be read.
    case noInput = 66
    /// `EX_NOUSER`: the user does not exist.
    case noUser = 67
    /// `EX_NOHOST`: the host does not exist.
    case noHost = 68
    /// `EX_UNAVAILABLE`: a service that is needed is not there.
    case unavailable = 69
    /// `EX_SOFTWARE`: a defect of the program.
    case software = 70
    /// `EX_OSERR`: the operating system refused something, such as a new process.
    case operatingSystemError = 71
    /// `EX_OSFILE`: a file of the operating system is missing or wrong.
    case operatingSystemFile = 72
    /// `EX_CANTCREAT`: an output file can't be made.
    case cannotCreate = 73
    /// `EX_IOERR`: reading or writing failed.
    case inputOutputError = 74
    /// `EX_TEMPFAIL`: it may work at another time.
    case temporaryFailure = 75
    /// `EX_PROTOCOL`: the other side broke the protocol.
    case protocolError = 76
    /// `EX_NOPERM`: the user may not do this.
    case noPermission = 77
    /// `EX_CONFIG`: the configuration is wrong.
    case configuration = 78
}
