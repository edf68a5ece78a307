import Trellis

extension ConfigurationLayer {
    /// Reads a layer from options of the command line: `plugins.items.store=memory`.
    ///
    /// A list is separated by commas.
    ///
    /// - Parameters:
    ///   - options: The texts after `--set`; a later one takes the place of an earlier one with the same key.
    ///   - schema: The keys that there are, by which lists are known.
    ///   - faults: Gets every option that is not `KEY=VALUE`.
    init(options: [String], schema: ConfigurationSchema, faults: inout [ConfigurationFault]) {
        var entries: [Entry] = []
        for option in options {
            let place = ConfigurationPlace.option(text: option)
            guard let sign = option.firstIndex(of: "="), sign != option.startIndex else {
                let sentence = "write it as KEY=VALUE, for example --set log.level=debug"
                faults.append(ConfigurationFault(place: place, path: [], sentence: sentence))
                continue
            }
            let path = option[..<sign].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let content = Content(String(option[option.index(after: sign)...]), as: schema.settings[path]?.type)
            entries.removeAll { $0.path == path }
            entries.append(Entry(path: path, content: content, keyPlace: place, place: place))
        }
        self.init(name: "options", entries: entries)
    }
}
