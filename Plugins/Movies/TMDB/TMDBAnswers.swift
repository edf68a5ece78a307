import Foundation
import TrellisHTTP

/// What The Movie Database answers, as far as it is used here: developer.themoviedb.org/reference.
enum TMDBAnswers {
    /// One of a list of movies, as `search/movie`, `trending/movie/week` and `movie/upcoming` have it.
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

    /// A movie, as `movie/{movie_id}` has it with `append_to_response=credits`.
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

    /// How images are addressed, as `configuration` has it.
    struct Configuration: Decodable {
        struct Images: Decodable {
            var secureBaseUrl: String
            var posterSizes: [String]
        }

        var images: Images
    }

    /// Why a request failed: developer.themoviedb.org/docs/errors.
    struct Failure: Decodable {
        var statusCode: Int?
        var statusMessage: String
    }

    /// Decodes an answer.
    static func decoded<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try ReceivedJSON.decode(type, from: bytes, keys: .convertFromSnakeCase)
    }
}
