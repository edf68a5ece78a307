import Foundation
import Trellis
import TrellisHTTP

/// The key of The Movie Database, from the plugin's credentials.
///
/// TMDB accepts two kinds of keys with the same permissions (developer.themoviedb.org/docs/authentication-application):
/// the *API Key*, 32 hexadecimal digits, as the parameter `api_key`, and the *API Read Access Token* as a bearer token.
struct TMDBCredential: Sendable {
    /// The full name of the credential.
    private let name: String
    /// The name of the plugin.
    private let plugin: String
    private let read: @Sendable () throws -> [UInt8]?

    /// Verifies that the credential exists and has a valid form.
    ///
    /// - Parameters:
    ///   - name: The name of the credential, without the plugin's prefix.
    ///   - plugin: The environment with the credentials.
    /// - Throws: `PluginFailure` when the credential is missing or invalid.
    init(named name: String, plugin: PluginEnvironment) throws {
        self.name = "\(plugin.name).\(name)"
        self.plugin = plugin.name
        read = { try plugin.credential(name) }
        _ = try value()
    }

    /// Reads the key, so that a replaced credential takes effect without a restart.
    func value() throws -> HTTPCredential {
        let advice = """
            Pass the key to the daemon, in this order: 'install --mode=0600 /dev/stdin /etc/trellis/tmdb.key' with the key as its \
            input, 'systemctl edit trellisd' to add LoadCredential=\(name):/etc/trellis/tmdb.key to [Service], and \
            'systemctl restart trellisd'. Or set 'source: sample' in plugins.\(plugin)
            """
        guard let bytes = try read() else {
            throw PluginFailure(.configuration, "the credential '\(name)' with TMDB's key is missing", advice: advice)
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard HTTPCredential.isBearerToken(text.utf8) else {
            throw PluginFailure(
                .configuration, "the credential '\(name)' is not a key of TMDB: expected the key alone, without quotes",
                advice: advice)
        }
        let isKey = text.utf8.count == 32 && text.allSatisfy(\.isHexDigit)
        return isKey ? .parameter(name: "api_key", value: text) : .bearer(text)
    }
}
