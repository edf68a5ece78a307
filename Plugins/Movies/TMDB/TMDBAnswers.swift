import Foundation
import TrellisHTTP

/// The responses of The Movie Database, with the fields that the plugin uses (developer.themoviedb.org/reference).
///
/// A movie must have an identifier and a title. Any other field that is null or has another type is left out, for
/// example the name of a genre without a translation.
enum TMDBAnswers {
    /// A movie in the lists `search/movie`, `trending/movie/week` and `movie/upcoming`.
    struct Movie: Decodable {
        var id: Int
        var title: String
        var releaseDate: String?
        var voteAverage: Double?
        var voteCount: Int?

        private enum CodingKeys: CodingKey {
            case id, title, originalTitle, releaseDate, voteAverage, voteCount
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            title = try TMDBAnswers.title(in: container, .title, or: .originalTitle)
            releaseDate = container.decodeIfValid(String.self, forKey: .releaseDate)
            voteAverage = container.decodeIfValid(Double.self, forKey: .voteAverage)
            voteCount = container.decodeIfValid(Int.self, forKey: .voteCount)
        }
    }

    /// A page of a list of movies.
    struct Page: Decodable {
        var page: Int
        var results: ReceivedList<Movie>
        var totalPages: Int
        var totalResults: Int
    }

    /// The response of `movie/{movie_id}` with `append_to_response=credits`: the details of a movie.
    struct Details: Decodable {
        struct Named: Decodable {
            var name: String
        }

        struct Member: Decodable {
            var name: String
            var job: String?

            private enum CodingKeys: CodingKey {
                case name, job
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name = try container.decode(String.self, forKey: .name)
                job = container.decodeIfValid(String.self, forKey: .job)
            }
        }

        struct Credits: Decodable {
            var cast: [Member]
            var crew: [Member]

            private enum CodingKeys: CodingKey {
                case cast, crew
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                cast = container.decodeValidElements(Member.self, forKey: .cast)
                crew = container.decodeValidElements(Member.self, forKey: .crew)
            }
        }

        var id: Int
        var title: String
        var originalTitle: String?
        var tagline: String?
        var overview: String?
        var releaseDate: String?
        var runtime: Int?
        var genres: [Named]
        var voteAverage: Double?
        var voteCount: Int?
        var posterPath: String?
        var credits: Credits?

        private enum CodingKeys: CodingKey {
            case id, title, originalTitle, tagline, overview, releaseDate, runtime, genres, voteAverage, voteCount
            case posterPath, credits
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) -> String? { container.decodeIfValid(String.self, forKey: key) }
            id = try container.decode(Int.self, forKey: .id)
            title = try TMDBAnswers.title(in: container, .title, or: .originalTitle)
            originalTitle = text(.originalTitle)
            tagline = text(.tagline)
            overview = text(.overview)
            releaseDate = text(.releaseDate)
            runtime = container.decodeIfValid(Int.self, forKey: .runtime)
            genres = container.decodeValidElements(Named.self, forKey: .genres)
            voteAverage = container.decodeIfValid(Double.self, forKey: .voteAverage)
            voteCount = container.decodeIfValid(Int.self, forKey: .voteCount)
            posterPath = text(.posterPath)
            credits = container.decodeIfValid(Credits.self, forKey: .credits)
        }
    }

    /// Decodes the title of a movie, in the requested language or, without a translation, in the original one.
    private static func title<Key>(
        in container: KeyedDecodingContainer<Key>, _ key: Key, or original: Key
    ) throws -> String {
        try container.decodeIfValid(String.self, forKey: key) ?? container.decode(String.self, forKey: original)
    }

    /// The response of `configuration`: the addresses and sizes of images.
    struct Configuration: Decodable {
        struct Images: Decodable {
            var secureBaseUrl: String
            var posterSizes: [String]
        }

        var images: Images
    }

    /// The response to a failed request (developer.themoviedb.org/docs/errors).
    struct Failure: Decodable {
        var statusCode: Int?
        var statusMessage: String
    }

    /// Decodes a response.
    static func decoded<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try ReceivedJSON.decode(type, from: bytes, keys: .convertFromSnakeCase)
    }
}
