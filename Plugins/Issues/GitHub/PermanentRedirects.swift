/// The permanent redirects that GitHub sent.
///
/// Later requests are sent directly to the new URLs.
struct PermanentRedirects {
    /// The maximum number of redirects.
    static let maximumCount = 256

    private var targets: [String: String] = [:]

    /// Returns the URL to which a URL has moved, or the URL itself.
    func target(of url: String) -> String { targets[url] ?? url }

    /// Records that a URL has moved.
    mutating func record(_ url: String, isNow target: String) {
        // After the removal, each redirected URL requires one additional request.
        if targets.count >= Self.maximumCount { targets = [:] }
        targets[url] = target
    }

    /// Removes the redirect of a URL.
    mutating func remove(_ url: String) { targets[url] = nil }
}
