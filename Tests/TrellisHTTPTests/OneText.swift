import Trellis

/// Settings in which each key has the same text.
struct OneText: SettingsSource {
    let text: String

    func text(at path: [String]) -> String? { text }

    func texts(at path: [String]) -> [String]? { nil }
}
