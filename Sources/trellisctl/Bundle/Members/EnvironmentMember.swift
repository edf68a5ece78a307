import Varlink

/// The environment variables of the daemon.
enum EnvironmentMember: BundleMember {
    static let name = "environment.json"
    static let contents = "The daemon's environment variables; the values of unknown ones are masked."

    /// The text in place of a value that may be a secret, as in the daemon's configuration.
    static let mask = "***"

    /// The variables whose values are shown.
    private static let shown: Set<String> = [
        "CACHE_DIRECTORY", "CONFIGURATION_DIRECTORY", "CREDENTIALS_DIRECTORY", "GLIBC_TUNABLES", "HOME",
        "INVOCATION_ID", "JOURNAL_STREAM", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME",
        "LD_LIBRARY_PATH", "LD_PRELOAD", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "LOGNAME", "LOGS_DIRECTORY",
        "MEMORY_PRESSURE_WATCH", "NOTIFY_SOCKET", "PATH", "PWD", "RUNTIME_DIRECTORY", "SHELL", "SSL_CERT_DIR",
        "SSL_CERT_FILE", "STATE_DIRECTORY", "SYSTEMD_EXEC_PID", "TERM", "TMPDIR", "TRELLIS_SOCKET", "TZ", "USER",
        "WATCHDOG_PID", "WATCHDOG_USEC", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
    ]

    /// The prefix of variables that set configuration keys; the daemon masks the secrets among them.
    private static let settings = "TRELLIS_CONFIG_"

    static func collect(in environment: BundleEnvironment) async throws -> String {
        let reply = try await environment.connect().call("io.systemd.service.GetEnvironment", [:])
        return JSONValue.object(variables(reply["environment"]?.arrayValue ?? [])).formatted(.pretty) + "\n"
    }

    /// Returns the variables of a reply, with the values of unknown variables masked.
    static func variables(_ entries: [JSONValue]) -> JSONObject {
        var variables = JSONObject()
        for entry in entries.compactMap(\.stringValue) {
            let words = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // A text without `=` is not a variable, and may be a secret.
            guard words.count == 2 else { continue }
            let name = String(words[0])
            let isShown = shown.contains(name) || name.hasPrefix(settings)
            variables[name] = .string(isShown ? String(words[1]) : mask)
        }
        return variables
    }
}
