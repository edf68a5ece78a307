/// The language and the country of TMDB's answers.
struct Localization: Sendable, Hashable {
    /// The language of names and texts, such as `en-US`.
    let language: String

    /// The country of the release dates; nil for worldwide dates.
    let region: String?

    /// The parameters of a request.
    var parameters: [(name: String, value: String)] {
        [(name: "language", value: language)] + (region.map { [(name: "region", value: $0)] } ?? [])
    }
}
