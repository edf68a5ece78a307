import Trellis

extension ConfigurationLayer {
    /// Reads a layer from command-line options: `plugins.items.store=memory`.
    ///
    /// The elements of a list are separated by commas.
    ///
    /// - Parameters:
    ///   - options: The arguments of `--set`; a later one replaces an earlier one with the same key.
    ///   - schema: The valid keys, which determine whether a value is a list.
    ///   - diagnostics: Receives every option that is not `KEY=VALUE`.
    init(options: [String], schema: ConfigurationSchema, diagnostics: inout [ConfigurationDiagnostic]) {
        var entries: [Entry] = []
        for option in options {
            let location = ConfigurationLocation.option(text: option)
            guard let sign = option.firstIndex(of: "="), sign != option.startIndex else {
                let message = "expected KEY=VALUE, for example --set log.level=debug"
                diagnostics.append(ConfigurationDiagnostic(location: location, path: [], message: message))
                continue
            }
            let path = option[..<sign].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let content = Content(String(option[option.index(after: sign)...]), as: schema.settings[path]?.type)
            entries.removeAll { $0.path == path }
            entries.append(Entry(path: path, content: content, keyLocation: location, location: location))
        }
        self.init(name: "options", entries: entries)
    }
}
