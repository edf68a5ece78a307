/// Finds the name that a misspelled word was meant for.
enum Suggestion {
    /// The nearest of some names, when it is near enough to be a misspelling.
    ///
    /// The distance is the number of letters to insert and to remove; upper and lower case count as the same. A name is near
    /// enough at a distance of two, or of half the word's letters.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - names: The names; the first of several that are equally near is taken.
    /// - Returns: The name; nil when none is near.
    static func nearest(to word: String, among names: [String]) -> String? {
        let letters = Array(word.lowercased())
        let limit = max(2, letters.count / 2)
        var best: (name: String, distance: Int)?
        for name in names {
            let others = Array(name.lowercased())
            guard abs(others.count - letters.count) <= limit else { continue }
            let distance = others.difference(from: letters).count
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// A question that names the nearest of some names.
    static func sentence(for word: String, among names: [String]) -> String? {
        nearest(to: word, among: names).map { "Did you mean '\($0)'?" }
    }
}
