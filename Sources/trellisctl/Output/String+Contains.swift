extension String {
    /// Whether a text occurs in this one, compared by their UTF-8.
    ///
    /// `contains(_:)` of the standard library would link its regular expressions, two megabytes of the program.
    func contains(text: String) -> Bool {
        utf8.indices.contains { utf8[$0...].starts(with: text.utf8) }
    }
}
