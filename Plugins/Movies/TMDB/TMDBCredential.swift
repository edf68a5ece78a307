import Foundation
import Trellis
import TrellisHTTP

/// The key of The Movie Database, from the plugin's credentials.
///
/// TMDB takes either of two: the *API Key*, 32 hexadecimal digits, as the parameter `api_key`, or the *API Read
/// Access Token* as a bearer token (developer.themoviedb.org/docs/authentication-application). Either gives the same
/// access.
struct TMDBCredential: Sendable {
    private let name: String
    private let plugin: PluginEnvironment

    /// Finds the key.
    ///
    /// - Parameters:
    ///   - configuration: The name of the credential.
    ///   - plugin: The plugin's credentials.
    /// - Throws: ``Trellis/PluginFailure`` when there is none, or when it can't be one.
    init(configuration: MoviesConfiguration, plugin: PluginEnvironment) throws {
        name = configuration.tmdb.credential
        self.plugin = plugin
        _ = try value()
    }

    /// The key as it is now: whoever replaces the credential need not restart anything.
    func value() throws -> HTTPCredential {
        let full = "\(plugin.name).\(name)"
        let advice = """
            Hand it over with LoadCredential=\(full):FILE in the unit of the daemon, or say 'source: sample' in \
            plugins.\(plugin.name)
            """
        guard let bytes = try plugin.credential(name) else {
            throw PluginFailure(.configuration, "there is no credential '\(full)' with TMDB's key", advice: advice)
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, text.utf8.allSatisfy({ (33...126).contains($0) }) else {
            throw PluginFailure(.configuration, "the credential '\(full)' is no key of TMDB", advice: advice)
        }
        let isKey = text.utf8.count == 32 && text.allSatisfy(\.isHexDigit)
        return isKey ? .parameter(name: "api_key", value: text) : .bearer(text)
    }
}
