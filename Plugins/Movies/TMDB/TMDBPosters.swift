import Foundation
import Synchronization
import Trellis
import TrellisHTTP

/// The posters of TMDB (developer.themoviedb.org/docs/image-basics).
///
/// The URL of an image consists of the server's URL, a size, and the path in the details of a movie. The available sizes are
/// requested from `/configuration` before the first poster, and again after a day.
final class TMDBPosters: Sendable {
    private let transfer: Lazy<Tagged<ImageServer, TransferService>>
    private let client: TMDBClient
    private let requestedSize: TMDBConfiguration.PosterSize
    private let server: ServerURL
    private let clock: WallClock
    private let logger: Logger
    private let known = Mutex<(size: String, until: Date)?>(nil)

    /// - Parameters:
    ///   - transfer: The requests to the server of the images.
    ///   - client: The requests to the server of the API.
    ///   - size: The size of the posters.
    ///   - server: The configured server of the images, which is compared with the one that the API names.
    ///   - clock: The clock.
    ///   - logger: The logger.
    init(
        transfer: Lazy<Tagged<ImageServer, TransferService>>, client: TMDBClient, size: TMDBConfiguration.PosterSize,
        server: ServerURL, clock: WallClock, logger: Logger
    ) {
        self.transfer = transfer
        self.client = client
        requestedSize = size
        self.server = server
        self.clock = clock
        self.logger = logger
    }

    /// Returns the name of the file in which a poster is cached; nil when the path is not valid.
    func fileName(for path: String) -> String? {
        // The path becomes part of a URL and of a file name, so it must not contain further separators.
        guard path.wholeMatch(of: /\/[A-Za-z0-9_-]{1,100}\.(jpg|png|webp|svg)/) != nil else { return nil }
        return "tmdb-\(requestedSize.rawValue)-\(path.dropFirst())"
    }

    /// Fetches a poster.
    ///
    /// - Parameter path: The path in the details of the movie.
    /// - Returns: The poster with its format.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func poster(at path: String) async throws -> PosterImage {
        guard fileName(for: path) != nil,
            let format = PosterFormat(rawValue: path.split(separator: ".").last.map(String.init) ?? "")
        else {
            throw MovieSourceError.unavailable(reason: "the API sent an invalid poster path: '\(path.prefix(120))'")
        }
        let size = try await size()
        let response = try await transfer().value.response(to: [size, String(path.dropFirst())])
        guard response.status == 200, !response.body.isEmpty else {
            throw MovieSourceError.unavailable(reason: "the image server responded with status \(response.status)")
        }
        // A captive portal may respond with a sign-in page instead of an image.
        guard response.mediaType?.hasPrefix("image/") ?? true else {
            throw MovieSourceError.unavailable(
                reason: "the image server responded with \(response.mediaType ?? "") instead of an image")
        }
        return PosterImage(bytes: response.body, format: format)
    }

    /// Returns the size to request: the configured one, or the next larger one that is available.
    private func size() async throws -> String {
        let now = clock.now()
        if let known = known.withLock({ $0 }), now < known.until { return known.size }
        let images: TMDBAnswers.Configuration.Images
        do {
            images = try await client.answer(
                TMDBAnswers.Configuration.self, to: ["configuration"],
                absent: .unavailable(reason: "the API has no configuration")
            ).images
        } catch is MovieSourceError {
            // The image server may still be available, and serves the documented sizes.
            return requestedSize.rawValue
        }
        if URLComponents(string: images.secureBaseUrl)?.host?.lowercased() != server.host {
            logger.notice(
                "TMDB reports another image server than the configured one",
                metadata: [
                    "url": "\(images.secureBaseUrl.prefix(200))", "setting": "tmdb.images.url",
                ])
        }
        let larger = TMDBConfiguration.PosterSize.allCases.drop { $0 != requestedSize }
        let size = larger.first { images.posterSizes.contains($0.rawValue) } ?? .original
        known.withLock { $0 = (size.rawValue, now.addingTimeInterval(86_400)) }
        return size.rawValue
    }
}
