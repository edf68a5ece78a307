import Trellis

/// The settings with different values in two configurations.
///
/// Secrets are compared by their values, which are masked in the result. A setting whose location alone differs is not
/// part of the result.
package struct ConfigurationDifference: Sendable {
    /// A setting with different values.
    package struct Change: Sendable, Equatable {
        /// The key with its sections, such as `plugins.items.history`.
        package var key: String

        /// The value in the first configuration, or the mask of a secret; nil if there is none.
        package var from: String?

        /// The value in the second configuration, or the mask of a secret; nil if there is none.
        package var to: String?

        /// The location of the second value; nil for the default value.
        package var location: ConfigurationLocation?
    }

    /// The changed settings of the daemon itself, in the order of declaration.
    package private(set) var daemon: [Change] = []

    /// The changed settings of each plugin, in the order of declaration; none for a plugin without changes.
    package private(set) var plugins: [String: [Change]] = [:]

    /// Compares two configurations of the same daemon.
    package init(from old: LoadedConfiguration, to new: LoadedConfiguration) {
        let previous = Dictionary(uniqueKeysWithValues: old.settings.map { ($0.declaration.path, $0) })
        for setting in new.settings {
            let path = setting.declaration.path
            let other = previous[path]
            if let other, other.hasValue(of: setting) { continue }
            let change = Change(
                key: setting.key, from: other?.value?.line, to: setting.value?.line,
                location: setting.location)
            if path.count > 2, path[0] == "plugins" {
                plugins[path[1], default: []].append(change)
            } else {
                daemon.append(change)
            }
        }
    }
}

extension SettingValue {
    /// The value as one string; the elements of a list are separated by commas.
    fileprivate var line: String {
        switch self {
        case .text(let text): text
        case .texts(let texts): texts.joined(separator: ", ")
        }
    }
}
