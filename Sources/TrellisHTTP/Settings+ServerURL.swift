public import Trellis

extension Settings {
    /// Reads the URL of a server: https, or http on the loopback interface, as ``ServerURL/init(_:)`` accepts it.
    ///
    /// An invalid URL is reported as an error of the configuration, and the default is returned.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: The default value.
    ///   - summary: One sentence that describes the purpose of the key.
    /// - Returns: The configured URL; the default value when the key is not set or the URL is invalid.
    public func server(_ key: String, default value: ServerURL, _ summary: String) -> ServerURL {
        let text = string(key, default: value.text, summary)
        // Parsing a URL loads the data of Unicode domain names, which takes a millisecond.
        return text == value.text ? value : parsed(text, of: key) ?? value
    }

    /// Reads an optional URL of a server.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - summary: One sentence that describes the purpose of the key and the meaning of its absence.
    /// - Returns: The URL; nil when it is missing or invalid.
    public func server(_ key: String, _ summary: String) -> ServerURL? {
        string(key, summary).flatMap { parsed($0, of: key) }
    }

    private func parsed(_ text: String, of key: String) -> ServerURL? {
        do {
            return try ServerURL(text)
        } catch {
            reject(key, error.description)
            return nil
        }
    }
}
