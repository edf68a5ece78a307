import CommandModel

/// The commands that help to find a problem.
extension BuiltInCommands {
    static let doctor = Command(
        "doctor", summary: "Check the installation, and show a remedy for each problem.",
        discussion: [
            """
            Checks the control socket, the unit of the daemon, the rights of the user, the versions, the plugins, the daemon's \
            directories and credentials, the journal, the clock, the limits on open files, stored \
            descriptors and memory, and the free space. The checks only read, and do not start the daemon. Some \
            require root.
            """,
            "",
            """
            The exit status is 0 without a problem, 1 after a warning, and 2 after a failure or a crashed check. With \
            --json each check is an object with 'check', 'verdict' ('ok', 'not available', 'warning', 'crashed' or \
            'failure'), 'message', and optionally 'remedy' and 'commands'.
            """,
        ])

    static let inject = Command(
        "inject", summary: "Inject faults into the daemon and its plugins, or list the failpoints.",
        discussion: [
            """
            A failpoint is a place in the code where faults can be injected, to test the reaction to them. The command requires \
            the role 'administer' and the setting control.failpoints: true. Without terms, it lists the failpoints with \
            their remaining terms and the number of injected faults. The faults end when the terms are replaced, when their \
            counts are exhausted, or when the daemon stops. The status of the daemon and a warning in its log name them.
            """,
            "",
            """
            The terms have the form [PROBABILITY%][COUNT*]ACTION, separated by '->'. The actions are off, error(ERRNO) with an \
            error of errno(3), delay(MILLISECONDS), pause (until the terms change) and panic (the daemon crashes). The first \
            term applies whose count is not exhausted and whose probability takes effect: '3*error(EIO)->1*delay(2000)' \
            injects three errors and then a delay, '10.0%error(ENOSPC)' an error in one of ten cases. 'off' ends the faults.
            """,
        ],
        parameters: [
            .argument(
                "failpoint", isRequired: false,
                "The failpoint, such as items.store.write. Default: list all failpoints.",
                completion: .source(CompletionSource.failpoints.rawValue)),
            .argument("terms", isRequired: false, "The terms. Default: show the current terms."),
        ])

    static let backup = Command(
        "backup", summary: "Write a consistent copy of the data of every plugin to an archive, while the daemon runs.",
        discussion: [
            """
            The file is an archive of tar(1) that only its owner can read. An existing file is not replaced. The command \
            requires the role 'administer'. The files of plugins that do not run are missing, which a warning reports.
            """,
            "",
            """
            'trellisd --restore FILE' verifies the backup and restores its files. It refuses a backup that is damaged or \
            newer than the daemon, and a state directory that a daemon uses. The replaced files are renamed.
            """,
        ],
        parameters: [
            .argument("file", "The file to create, such as trellis.tar; - for standard output.", completion: .files),
            .flag("with-secrets", "Include secrets, such as the token of a sign-in."),
        ])

    static let debug = Command(
        "debug", summary: "Collect data for the analysis of a problem.", subcommands: [debugBundle])

    static let debugBundle = Command(
        "bundle", summary: "Write the state of the daemon and the machine to an archive, without secrets.",
        discussion: [
            """
            Lists the members of the bundle, then writes them to a new file, a compressed archive of tar(1) that only \
            its owner can read. An existing file is not replaced. The members are those that the rights of the user and \
            the state of the daemon permit; the manifest names the others with the reason. Root can collect all members \
            of a running daemon. A daemon that has not started is not started.
            """,
            "",
            """
            Credentials, contents of files and databases, and parameters and callers of calls are not collected. Secrets \
            in the configuration and values of unknown environment variables are masked. With --json each member is an \
            object with 'name', 'contents' and 'bytes' or 'missing', the reason; the last object has 'file' and 'bytes'.
            """,
        ],
        parameters: [
            .argument("file", "The file to create, such as bundle.tar.gz; - for standard output.", completion: .files),
            .flag("dry-run", "List the members, and write nothing."),
        ])
}
