import CommandModel

/// The commands that show and control the plugins.
extension BuiltInCommands {
    static let plugin = Command(
        "plugin", summary: "Show and control the plugins.",
        subcommands: [
            pluginList, pluginStart, pluginStop, pluginRestart, pluginEnable, pluginDisable, pluginRevert,
            pluginRelease, pluginWhy, pluginBlame, pluginCriticalChain, pluginGraph,
        ])

    static let pluginList = Command(
        "list", summary: "List every plugin that the daemon was built with.",
        discussion: [
            "With --json, each line has the whole report of the daemon about a plugin, including how to enable it."
        ],
        parameters: [
            .flag(
                "usage",
                "Show the processor time, the number of jobs, the longest job and the number of stalls of each plugin.")
        ])

    static let pluginStart = Command(
        "start", summary: "Start a plugin.",
        discussion: [
            """
            The command returns when the plugin runs, and fails when the plugin cannot start. Plugins that wait \
            for this plugin are started, too. A disabled plugin cannot be started: use 'trellisctl plugin enable'.
            """
        ], parameters: pluginParameters)

    static let pluginStop = Command(
        "stop", summary: "Stop a plugin until it is started again, or the daemon restarts.",
        discussion: [
            """
            Plugins that depend on it stop first, and wait for it. Calls in progress may finish within timeoutStop \
            of the plugin, and streams end.
            """
        ], parameters: pluginParameters)

    static let pluginRestart = Command(
        "restart", summary: "Stop a plugin and start it again, with the plugins that depend on it.",
        parameters: pluginParameters)

    static let pluginWhy = Command(
        "why", summary: "Explain the state of a plugin.",
        discussion: [
            """
            Shows the state and its reason, the setting that enables or disables the plugin with its source, the \
            plugins that it requires and that require it, the plugin that prevents its start, the time of the next \
            start, and its last state changes and faults.
            """
        ], parameters: [pluginParameters[0]])

    static let pluginBlame = Command(
        "blame", summary: "List the plugins by the duration of their last start or stop, the longest first.",
        discussion: ["The time for which a plugin waited for other plugins is not a part of its start or stop."],
        parameters: [stopFlag])

    static let pluginCriticalChain = Command(
        "critical-chain", summary: "Show the plugins that determined the time at which a plugin ran or was closed.",
        discussion: [
            """
            Below each plugin is the last of the plugins for which its start or stop waited. The time after '@' is the \
            end, measured from the start of the daemon; the time after '+' is the duration.
            """
        ],
        parameters: [
            .argument(
                "plugin", isRequired: false, "The plugin. Default: the one whose start or stop ended last.",
                completion: .source(CompletionSource.plugins.rawValue)), stopFlag,
        ])

    private static let stopFlag = CommandParameter.flag("stop", "Show the stops instead of the starts.")

    static let pluginGraph = Command(
        "graph", summary: "Show the scopes of the plugins: instances, dependencies, and numbers of open sessions.",
        discussion: [
            """
            The graph of a running plugin shows the states of its instances, and the durations of their creation. The \
            scope root contains the instances that all plugins share. With --json there is one object per plugin, after that of root.
            """
        ],
        parameters: [
            .argument(
                "plugin", isRequired: false, "The plugin, or root. Default: root and all enabled plugins.",
                completion: .source(CompletionSource.graphs.rawValue)),
            .flag("dot", "Print the graph in the DOT language of Graphviz."),
            .flag("mermaid", "Print the graph as a Mermaid flowchart."),
        ])

    static let pluginEnable = Command(
        "enable", summary: "Enable a plugin and start it.",
        discussion: [
            """
            The plugin remains enabled when the daemon restarts, whatever the configuration says. The command is \
            rejected when the configuration with the plugin would be invalid.
            """
        ], parameters: pluginParameters)

    static let pluginDisable = Command(
        "disable", summary: "Disable a plugin and stop it.",
        discussion: [
            """
            The plugin remains disabled when the daemon restarts, whatever the configuration says. The command is \
            rejected when another enabled plugin needs the plugin.
            """
        ], parameters: pluginParameters)

    static let pluginRevert = Command(
        "revert", summary: "Remove the effect of 'plugin enable' and 'plugin disable'.",
        discussion: ["The configuration then determines again whether the plugin is enabled."],
        parameters: pluginParameters)

    static let pluginRelease = Command(
        "release", summary: "Start a quarantined plugin again.",
        discussion: [
            """
            A plugin that has ended the daemon several times in a row (quarantineAfter) is quarantined: it does not start, \
            also when the daemon restarts. The command resets the number of times to zero.
            """
        ], parameters: pluginParameters)

    private static let pluginParameters: [CommandParameter] = [
        .argument("plugin", "The plugin.", completion: .source(CompletionSource.plugins.rawValue)),
        .flag("dry-run", "Only list the plugins that would be affected."),
    ]
}
