/// Reads the pages of a listing, one after the other.
struct PageWalk<Element: Sendable>: Sendable {
    /// The maximum number of pages of a listing.
    static var maximumPages: Int { 10_000 }

    /// Requests a page; the first, without a link.
    let request: @Sendable (PageLink?) async throws -> Answer<Page<Element>>

    /// Visits the pages.
    ///
    /// - Parameter visit: Receives a page, and returns whether to continue. The next page is requested then.
    /// - Throws: ``GitHubFailure/unusableListing(reason:)`` when a page was read before, or when there are too many;
    ///   what requesting and visiting throw.
    func pages(_ visit: (Answer<Page<Element>>) async throws -> Bool) async throws {
        var link: PageLink?
        // Hashes alone: the links of a listing without end may be long.
        var read: Set<Int> = []
        while true {
            let page = try await request(link)
            if let own = page.value.link ?? link { read.insert(own.hashValue) }
            guard try await visit(page), let next = page.value.next else { return }
            if read.contains(next.hashValue) {
                throw GitHubFailure.unusableListing(
                    reason: "its link to the next page leads to a page that was read before")
            }
            if read.count >= Self.maximumPages {
                throw GitHubFailure.unusableListing(reason: "its listing has more than \(Self.maximumPages) pages")
            }
            link = next
        }
    }

    /// Visits the elements.
    ///
    /// - Parameter visit: Receives an element, and returns whether to continue. The next page is requested after the
    ///   last element of a page.
    /// - Throws: As ``pages(_:)``.
    func run(_ visit: (Answer<Element>) async throws -> Bool) async throws {
        try await pages { page in
            for element in page.value.elements {
                guard try await visit(Answer(element, age: page.age)) else { return false }
            }
            return true
        }
    }
}
