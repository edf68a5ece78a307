/// The permanent redirects that were received, so that later requests go to the new URLs directly.
struct PermanentRedirects {
    /// The maximum number of redirects.
    static let maximumCount = 256

    private var targets: [String: String] = [:]

    /// Returns the URL to request in place of a URL.
    func target(of url: String) -> String { targets[url] ?? url }

    /// Records that a URL has moved.
    mutating func record(_ url: String, isNow target: String) {
        // Forgetting all of them costs one more request for each.
        if targets.count >= Self.maximumCount { targets = [:] }
        targets[url] = target
    }

    /// Removes the redirect of a URL.
    mutating func remove(_ url: String) { targets[url] = nil }
}
