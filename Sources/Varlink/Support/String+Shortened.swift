extension String {
    /// The text, truncated to 256 bytes of UTF-8.
    ///
    /// Limits the size of an error that repeats input of a client.
    var shortened: String {
        utf8.count <= 256 ? self : String(decoding: utf8.prefix(256), as: UTF8.self) + "…"
    }
}
