import Trellis

/// The layers of a configuration, merged: the highest layer that sets a key takes precedence.
struct ConfigurationStack: SettingsSource, Sendable {
    /// A value and its location, with those of its elements if it is a list in a file.
    typealias Value = (value: SettingValue, location: ConfigurationLocation, elements: [ConfigurationLocation])

    /// The values by path.
    ///
    /// A large configuration has thousands of keys, each of which is looked up several times.
    private let values: [[String]: Value]

    /// The first mentions of keys and sections by path.
    private let firstMentions: [[String]: ConfigurationLocation]

    /// Merges layers.
    /// - Parameter layers: The layers, the highest first.
    init(layers: [ConfigurationLayer]) {
        values = layers.values
        firstMentions = layers.firstMentions
    }

    func text(at path: [String]) -> String? {
        if case .text(let text) = values[path]?.value { text } else { nil }
    }

    func texts(at path: [String]) -> [String]? {
        if case .texts(let texts) = values[path]?.value { texts } else { nil }
    }

    /// Whether any layer contains a key or a descendant of the key.
    func mentions(_ path: [String]) -> Bool {
        firstMentions[path] != nil
    }

    /// The location of the first mention of a key or a descendant of the key, in the lowest layer with a mention.
    func firstMention(of path: [String]) -> ConfigurationLocation? {
        firstMentions[path]
    }

    /// The value of a key, and its location; nil when no layer sets the key.
    func value(of path: [String]) -> Value? {
        values[path]
    }
}

extension [ConfigurationLayer] {
    /// The values of all keys, each from the highest layer that sets the key.
    fileprivate var values: [[String]: ConfigurationStack.Value] {
        var values: [[String]: ConfigurationStack.Value] = [:]
        for entry in lazy.flatMap(\.entries) where values[entry.path] == nil {
            switch entry.content {
            case .text(let text): values[entry.path] = (.text(text), entry.location, [])
            case .texts(let texts): values[entry.path] = (.texts(texts), entry.location, entry.elements)
            case .section, .nothing: break
            }
        }
        return values
    }

    /// The first mentions of all keys and sections, each in the lowest layer with a mention.
    fileprivate var firstMentions: [[String]: ConfigurationLocation] {
        var mentions: [[String]: ConfigurationLocation] = [:]
        for entry in reversed().lazy.flatMap(\.entries) {
            // If a key has been mentioned, so have the sections that contain it.
            var path = entry.path
            while mentions[path] == nil {
                mentions[path] = entry.keyLocation
                if path.popLast() == nil { break }
            }
        }
        return mentions
    }
}
