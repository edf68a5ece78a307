/// The template of a manual page.
struct Template {
    /// The text.
    var text: String

    /// Returns the page.
    ///
    /// - Parameter section: Returns the lines for the name between two `@` signs.
    /// - Returns: The text, with lines such as `@options@` replaced.
    /// - Throws: The error of `section`.
    func filled(_ section: (_ name: String) throws -> [String]) throws -> String {
        try text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            guard line.count > 2, line.hasPrefix("@"), line.hasSuffix("@") else { return [String(line)] }
            return try section(String(line.dropFirst().dropLast()))
        }.joined(separator: "\n")
    }
}
