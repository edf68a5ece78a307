import Foundation
import Synchronization
import Trellis
import TrellisHTTP

/// Fetches posters from TMDB: developer.themoviedb.org/docs/image-basics.
///
/// The address of an image is that of the server, a size, and the path that a movie has. Which sizes there are,
/// `/configuration` says; it is asked before the first poster, and again after a day.
final class TMDBPosters: Sendable {
    private let transfer: Lazy<Tagged<ImageServer, TransferService>>
    private let client: TMDBClient
    private let configuration: TMDBConfiguration
    private let plugin: PluginEnvironment
    private let known = Mutex<(size: String, until: Date)?>(nil)

    init(
        transfer: Lazy<Tagged<ImageServer, TransferService>>, client: TMDBClient, configuration: MoviesConfiguration,
        plugin: PluginEnvironment
    ) {
        self.transfer = transfer
        self.client = client
        self.configuration = configuration.tmdb
        self.plugin = plugin
    }

    /// The name of the file in which a poster is kept; nil when the path is none that TMDB would name.
    func fileName(for path: String) -> String? {
        // It becomes a part of an address and the name of a file, so it must not lead anywhere else.
        guard path.wholeMatch(of: /\/[A-Za-z0-9_-]{1,100}\.(jpg|png|webp|svg)/) != nil else { return nil }
        return "tmdb-\(configuration.posterSize.rawValue)-\(path.dropFirst())"
    }

    /// Fetches a poster.
    ///
    /// - Parameter path: The path that a movie has.
    /// - Returns: The poster.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func poster(at path: String) async throws -> PosterImage {
        guard fileName(for: path) != nil,
            let format = PosterFormat(rawValue: path.split(separator: ".").last.map(String.init) ?? "")
        else { throw MovieSourceError.away(reason: "the API names a poster that can't be one: '\(path.prefix(120))'") }
        let size = try await size()
        let response = try await transfer().value.response(to: [size, String(path.dropFirst())])
        guard response.status == 200, !response.body.isEmpty else {
            throw MovieSourceError.away(reason: "the image server answered with the status \(response.status)")
        }
        // What stands between us and it may answer as well, with a page that asks to sign in.
        guard response.mediaType?.hasPrefix("image/") ?? true else {
            throw MovieSourceError.away(
                reason: "the image server answered with \(response.mediaType ?? "") and no image")
        }
        return PosterImage(bytes: response.body, format: format)
    }

    /// The size to ask for: the configured one, or, if it is not there any more, the next larger one that is.
    private func size() async throws -> String {
        let now = plugin.clock.now()
        if let known = known.withLock({ $0 }), now < known.until { return known.size }
        let wanted = configuration.posterSize
        let images: TMDBAnswers.Configuration.Images
        do {
            images = try await client.answer(
                TMDBAnswers.Configuration.self, to: ["configuration"],
                absent: .away(reason: "the API has no configuration")
            ).images
        } catch is MovieSourceError {
            // The images may be there all the same, in the sizes that are documented.
            return wanted.rawValue
        }
        if URLComponents(string: images.secureBaseUrl)?.host?.lowercased() != configuration.images.url.host {
            plugin.logger.notice(
                "TMDB names another server for its images than the configuration",
                metadata: [
                    "url": "\(images.secureBaseUrl.prefix(200))", "setting": "plugins.\(plugin.name).tmdb.images.url",
                ])
        }
        let larger = TMDBConfiguration.PosterSize.allCases.drop { $0 != wanted }
        let size = larger.first { images.posterSizes.contains($0.rawValue) } ?? .original
        known.withLock { $0 = (size.rawValue, now.addingTimeInterval(86_400)) }
        return size.rawValue
    }
}
