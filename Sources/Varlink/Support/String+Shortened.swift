extension String {
    /// The text, cut off after 256 bytes of UTF-8.
    ///
    /// For what a client sent and an error repeats: an error is small, whatever it is about.
    var shortened: String {
        utf8.count <= 256 ? self : String(decoding: utf8.prefix(256), as: UTF8.self) + "…"
    }
}
