extension String {
    /// Whether a text occurs in this one.
    ///
    /// `contains(_:)` of the standard library would link its regular expressions, two megabytes of the program.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether its UTF-8 occurs.
    func contains(text: String) -> Bool {
        utf8.indices.contains { utf8[$0...].starts(with: text.utf8) }
    }
}
