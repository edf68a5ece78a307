public import Trellis

extension Settings {
    /// Reads the URL of a server: https, or http on the loopback interface, as ``ServerURL/init(_:)`` takes it.
    ///
    /// A text that is none is recorded as a fault that says what would be right, and the default is returned.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: What holds when the key is not given.
    ///   - summary: One sentence on what the key is for.
    /// - Returns: The URL.
    public func server(_ key: String, default value: ServerURL, _ summary: String) -> ServerURL {
        parsed(string(key, default: value.text, summary), of: key) ?? value
    }

    /// Reads the URL of a server that may be absent.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - summary: One sentence on what the key is for, and what its absence means.
    /// - Returns: The URL; nil when there is none, or a text that is none.
    public func server(_ key: String, _ summary: String) -> ServerURL? {
        string(key, summary).flatMap { parsed($0, of: key) }
    }

    private func parsed(_ text: String, of key: String) -> ServerURL? {
        do {
            return try ServerURL(text)
        } catch {
            refuse(key, error.description)
            return nil
        }
    }
}
