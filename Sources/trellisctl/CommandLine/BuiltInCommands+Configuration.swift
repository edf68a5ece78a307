import CommandModel

/// The commands that show the configuration, and read it again.
extension BuiltInCommands {
    static let config = Command("config", summary: "Show the configuration.", subcommands: [configShow, configSchema])

    static let configShow = Command(
        "show", summary: "Show the settings that the daemon uses, and the source of each value.",
        discussion: [
            """
            The source is a line of a file, an environment variable of the daemon, an option of its command line, or the \
            operator who enabled or disabled the plugin; trellis.yaml(5) describes their order. Secrets are masked: the daemon does not send them. If a file has \
            changed since the daemon read it, a message names it.
            """
        ],
        parameters: [
            .argument(
                "key", isRequired: false,
                "Show this setting, or the settings of this section that are set, such as plugins.items.",
                completion: .source(CompletionSource.settings.rawValue)
            ).with { $0.isRepeated = true },
            .flag("all", "Show settings with default values as well.").with { $0.shortName = "a" },
        ])

    static let configSchema = Command(
        "schema", summary: "Print the JSON Schema of the configuration file, for editors.",
        discussion: [
            """
            The schema (draft 2020-12) has the sections and keys of the daemon and of every plugin. 'trellisd --schema' \
            prints it without a running daemon, and the installation has it as \
            /usr/share/trellis/trellis.schema.json. trellis.yaml(5) describes its use in an editor.
            """
        ])

    static let plan = Command(
        "plan", summary: "Show the consequences of a reload of the configuration, and change nothing.",
        discussion: [
            """
            The daemon reads its configuration again, and compares it with the one in use: the plugins that would \
            be reconfigured, restarted, started or stopped, the changed settings with their locations, and the \
            settings of the daemon that take effect only when the daemon restarts. Secrets are masked. The plan has a \
            hash, with which 'trellisctl reload --plan HASH' applies exactly this plan.
            """
        ])

    static let reload = Command(
        "reload", summary: "Read the configuration again, and use it, without a restart of the daemon.",
        discussion: [
            """
            Plugins whose configuration has not changed are not affected. The command returns when every affected \
            plugin runs with its new configuration, and its health is confirmed; by default there is no time limit. \
            If the configuration is invalid or a plugin fails with it, the command fails, and the daemon continues \
            with the previous configuration.
            """
        ],
        parameters: [
            .option("plan", "HASH", "Fail unless the plan has this hash: the configuration has changed since the plan.")
        ])
}
