import CommandModel

/// The commands that make calls.
extension BuiltInCommands {
    static let introspect = Command(
        "introspect", summary: "List the interfaces that the daemon serves, or print one.",
        parameters: [
            .argument(
                "interface", isRequired: false, "The interface, such as io.trellis.Host.",
                completion: .source(CompletionSource.interfaces.rawValue))
        ])

    static let call = Command(
        "call", summary: "Call a method.",
        discussion: ["Each reply is printed as JSON: over several lines on a terminal, on one line otherwise."],
        parameters: [
            .argument(
                "method", "The method, such as io.trellis.Host.Describe.",
                completion: .source(CompletionSource.methods.rawValue)),
            .argument("parameters", isRequired: false, "The parameters: a JSON object."),
            .flag("more", "Receive all replies of a method that sends several."),
            .flag("oneway", "Do not request a reply. Not valid for a method that always sends several replies."),
        ])

    static let shell = Command(
        "shell", summary: "Read commands and run them over one connection.",
        discussion: [
            """
            One connection is one session with the daemon: a plugin may keep state from one command to the \
            next. Lines are split as in a POSIX shell, with quotes and backslashes, but without variables, \
            pipes and other expansions. 'help' lists the commands, 'exit' or Ctrl-D ends the shell. Ctrl-C \
            cancels a command, which closes the connection; the next command starts a new session.
            """,
            "",
            """
            If the input is not a terminal, there is no prompt, and the shell exits after the first command \
            that fails, with its exit status.
            """,
        ],
        parameters: [
            .argument(
                "plugin", isRequired: false, "A plugin, whose name is then omitted from the commands.",
                completion: .source(CompletionSource.plugins.rawValue)),
            .flag("keep-going", "Continue after a command that fails; exit with the status of the first one."),
        ])

    static let bridge = Command(
        "bridge", summary: "Connect standard input and output to the socket of the daemon.",
        discussion: [
            """
            The option --host runs this command on the other host. It copies bytes in both directions until the daemon \
            closes the connection or the reader of the output is gone. With 'restrict,command="trellisctl bridge"' before a \
            key in authorized_keys (sshd(8)), the key permits nothing else. 'varlinkctl call ssh-exec:HOST:"trellisctl \
            bridge" METHOD PARAMETERS' connects the same way.
            """
        ])
}
