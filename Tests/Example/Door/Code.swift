import Trellis

/// The code of the door.
struct Code: Sendable {
    private let secret: Secret

    /// Reads the code: the credential `code` of the plugin, or else the key `code`.
    ///
    /// - Throws: `PluginFailure` when there is no code, or when it is not a line of text.
    init(configuration: DoorConfiguration, plugin: PluginEnvironment) throws {
        if let bytes = try plugin.credential("code") {
            let text = String(validating: bytes, as: UTF8.self).map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
            guard let text, !text.isEmpty, !text.contains(where: \.isNewline) else {
                throw PluginFailure(
                    .configuration, "the credential door.code is not one line of text",
                    advice: "Write the code into its file")
            }
            secret = Secret(text)
        } else if let code = configuration.code {
            secret = code
        } else {
            throw PluginFailure(
                .configuration, "the door has no code",
                advice: "Pass it to the daemon as the credential 'door.code'")
        }
    }

    /// Whether a text is the code.
    func matches(_ text: String) -> Bool { text == secret.text }
}
