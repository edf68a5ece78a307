/// The text of a manual page, with places to be filled.
struct Template {
    /// The text.
    var text: String

    /// The page.
    ///
    /// - Parameter section: Makes the lines for a place, given the word between the signs `@`.
    /// - Returns: The text, with those lines in the places.
    /// - Throws: What `section` throws.
    func filled(_ section: (_ name: String) throws -> [String]) throws -> String {
        try text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            guard line.count > 2, line.hasPrefix("@"), line.hasSuffix("@") else { return [String(line)] }
            return try section(String(line.dropFirst().dropLast()))
        }.joined(separator: "\n")
    }
}
