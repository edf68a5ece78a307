/// Where things are that have moved for good, so that they are asked for there next time.
struct PermanentRedirects {
    /// How many are remembered.
    static let maximumCount = 256

    private var targets: [String: String] = [:]

    /// Where to ask for a URL.
    func target(of url: String) -> String { targets[url] ?? url }

    /// Notes that a URL has moved.
    mutating func note(_ url: String, isNow target: String) {
        // When there are too many, starting anew costs one more request each.
        if targets.count >= Self.maximumCount { targets = [:] }
        targets[url] = target
    }

    /// Asks at the URL itself again.
    mutating func forget(_ url: String) { targets[url] = nil }
}
