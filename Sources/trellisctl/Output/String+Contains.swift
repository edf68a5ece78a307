extension String {
    /// Whether this text contains another one, compared by their UTF-8 bytes.
    ///
    /// `contains(_:)` of the standard library would add its regular expressions, two megabytes, to the program.
    func contains(text: String) -> Bool {
        utf8.indices.contains { utf8[$0...].starts(with: text.utf8) }
    }
}
