import TrellisHTTPTesting

@testable import Movies

/// Responses in the documented form (developer.themoviedb.org/reference).
extension FakeTMDB {
    /// The settings that replace both servers of TMDB with this server.
    var settings: [String: String] {
        [
            "source": "tmdb", "tmdb.api.url": url("/3"), "tmdb.images.url": url("/t/p"),
            // The timeout is the maximum, because a machine that runs all tests may be slow.
            "tmdb.api.timeout": "1min", "tmdb.images.timeout": "1min",
        ]
    }

    /// An image with the header of a JPEG file.
    static let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 100_000)

    /// Sets valid responses for all requests.
    func answerAsTMDB() {
        answer(
            "/3/search/movie", .json(Self.page([(11, "Star Wharf", "1977-05-25"), (12, "Heat Haze", "")], total: 41)))
        answer("/3/trending/movie/week", .json(Self.page([(21, "Trending Once", "2024-01-02")], total: 1)))
        answer("/3/movie/upcoming", .json(Self.upcoming))
        answer("/3/movie/11", .json(Self.details))
        answer("/3/movie/12", .json(#"{"id":12,"title":"Heat Haze","poster_path":null,"vote_count":0}"#))
        answer("/3/configuration", .json(Self.configuration))
        answer("/t/p/w342/poster.jpg", .answer(status: 200, headers: ["Content-Type": "image/jpeg"], body: Self.image))
    }

    /// Returns a page of movies.
    static func page(_ movies: [(id: Int, title: String, date: String)], page: Int = 1, total: Int) -> String {
        let results = movies.map { movie in
            """
            {"adult":false,"backdrop_path":null,"genre_ids":[18,80],"id":\(movie.id),"original_language":"en",
             "original_title":"\(movie.title)","overview":"What it is about.","popularity":61.4,
             "poster_path":"/poster.jpg",
             "release_date":"\(movie.date)","title":"\(movie.title)","video":false,"vote_average":7.5,"vote_count":9}
            """
        }
        return """
            {"page":\(page),"results":[\(results.joined(separator: ","))],
             "total_pages":\((total + 19) / 20),"total_results":\(total)}
            """
    }

    private static var upcoming: String {
        let page = page([(31, "Soon Enough", "2027-02-03")], total: 1)
        return #"{"dates":{"maximum":"2027-03-01","minimum":"2027-02-01"},"# + page.dropFirst()
    }

    static let details = """
        {"adult":false,"backdrop_path":null,"belongs_to_collection":null,"budget":11000000,
         "genres":[{"id":12,"name":"Adventure"},{"id":28,"name":"Action"}],"homepage":"","id":11,"imdb_id":"tt0000011",
         "original_language":"nl","original_title":"Sterrenkade","overview":"A quay, and the stars.","popularity":80.1,
         "poster_path":"/poster.jpg","production_companies":[],"release_date":"1977-05-25","revenue":1,
         "runtime":121,
         "status":"Released","tagline":"","title":"Star Wharf","video":false,"vote_average":8.2,"vote_count":20100,
         "credits":{"cast":[{"name":"Ada Marrow","character":"Pilot","order":0},{"name":"Bruno Dusk","order":1}],
         "crew":[{"name":"Greta Ravel","job":"Director","department":"Directing"},
          {"name":"Hanno Mire","job":"Editor"}]}}
        """

    static let configuration = """
        {"images":{"base_url":"http://127.0.0.1/t/p/","secure_base_url":"https://127.0.0.1/t/p/",
         "backdrop_sizes":["w300","original"],"poster_sizes":["w92","w154","w185","w342","w500","w780","original"]},
         "change_keys":["adult"]}
        """
}
