import Trellis

extension ConfigurationLayer {
    /// Reads a layer from command-line options: `plugins.items.store=memory`.
    ///
    /// The elements of a list are separated by commas.
    ///
    /// - Parameters:
    ///   - options: The arguments of `--set`; a later one replaces an earlier one with the same key.
    ///   - schema: The valid keys, which determine whether a value is a list.
    ///   - diagnostics: Receives a diagnostic for every option that is not `KEY=VALUE`.
    init(options: [String], schema: ConfigurationSchema, diagnostics: inout [ConfigurationDiagnostic]) {
        var entries: [Entry] = []
        for option in options {
            guard let sign = option.firstIndex(of: "="), sign != option.startIndex else {
                let location = ConfigurationLocation.option(text: "--set \(option)")
                let message = "expected KEY=VALUE, for example --set log.level=debug"
                diagnostics.append(ConfigurationDiagnostic(location: location, path: [], message: message))
                continue
            }
            let path = option[..<sign].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let value = String(option[option.index(after: sign)...])
            let content = Content(value, as: schema.settings[path]?.type)
            entries.removeAll { $0.path == path }
            // The value may contain a password.
            entries.append(Entry(path: path, content: content, option: "--set \(option[..<sign])"))
        }
        self.init(name: "options", entries: entries)
    }

    /// Sets a key to the value of a dedicated option, such as `--log-level debug`; it takes precedence over `--set`.
    mutating func set(_ path: [String], to value: String, by option: String) {
        entries.removeAll { $0.path == path }
        entries.append(Entry(path: path, content: .text(value), option: option))
    }
}

extension ConfigurationLayer.Entry {
    /// Creates the entry of a key that an option sets.
    fileprivate init(path: [String], content: ConfigurationLayer.Content, option: String) {
        let location = ConfigurationLocation.option(text: option)
        self.init(path: path, content: content, keyLocation: location, location: location)
    }
}
