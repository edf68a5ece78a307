import Foundation
import TrellisHTTP

/// The responses of The Movie Database, with the fields that the plugin uses (developer.themoviedb.org/reference).
enum TMDBAnswers {
    /// A movie in the lists `search/movie`, `trending/movie/week` and `movie/upcoming`.
    struct Movie: Decodable {
        var id: Int
        var title: String
        var releaseDate: String?
        var voteAverage: Double?
        var voteCount: Int?
    }

    /// A page of a list of movies.
    struct Page: Decodable {
        var page: Int
        var results: [Movie]
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
        }

        struct Credits: Decodable {
            var cast: [Member]?
            var crew: [Member]?
        }

        var id: Int
        var title: String
        var originalTitle: String?
        var tagline: String?
        var overview: String?
        var releaseDate: String?
        var runtime: Int?
        var genres: [Named]?
        var voteAverage: Double?
        var voteCount: Int?
        var posterPath: String?
        var credits: Credits?
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
