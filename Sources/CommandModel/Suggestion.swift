/// Finds the name that resembles a misspelled word.
enum Suggestion {
    /// Returns the nearest of some names, if it is near enough to be a correction.
    ///
    /// The distance is the number of letters to insert and to remove; upper and lower case count as the same. A name is near
    /// enough if the distance is at most two, or at most half of the word's length.
    ///
    /// - Parameters:
    ///   - word: The misspelled word.
    ///   - names: The candidates; of several that are equally near, the first is returned.
    /// - Returns: The nearest name; nil if none is near enough.
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

    /// Returns the question "Did you mean …?" with the nearest name; nil if none is near enough.
    static func sentence(for word: String, among names: [String]) -> String? {
        nearest(to: word, among: names).map { "Did you mean '\($0)'?" }
    }
}
