import CommandModel

/// The commands that help to find a problem.
extension BuiltInCommands {
    static let doctor = Command(
        "doctor", summary: "Check the installation, and show a remedy for each problem.",
        discussion: [
            """
            Checks the control socket, the unit of the daemon, the rights of the user, the versions, the daemon's \
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
            .argument("file", "The file to create, such as bundle.tar.gz.", completion: .files),
            .flag("dry-run", "List the members, and write nothing."),
        ])
}
