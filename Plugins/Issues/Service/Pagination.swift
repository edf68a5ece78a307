/// Reads the pages of a listing in order.
struct Pagination<Element: Sendable>: Sendable {
    /// The maximum number of pages of a listing.
    static var maximumPages: Int { 10_000 }

    /// Requests the page of a link, or the first page when the link is nil.
    let request: @Sendable (PageLink?) async throws -> Response<Page<Element>>

    /// Calls a function with each page, in order.
    ///
    /// - Parameter visit: Receives a page, and returns whether to request the next page.
    /// - Throws: ``GitHubFailure/unusableListing(reason:)`` when the links form a cycle, or when the listing has more
    ///   than ``maximumPages`` pages; the errors of `request` and `visit`.
    nonisolated(nonsending) func pages(
        _ visit: nonisolated(nonsending) (Response<Page<Element>>) async throws -> Bool
    ) async throws {
        var link: PageLink?
        // The set contains hashes instead of links, because a listing may have many long links.
        var read: Set<Int> = []
        while true {
            let page = try await request(link)
            if let own = page.value.link ?? link { read.insert(own.hashValue) }
            guard try await visit(page), let next = page.value.next else { return }
            if read.contains(next.hashValue) {
                throw GitHubFailure.unusableListing(
                    reason: "the link to the next page leads to a page that was read before")
            }
            if read.count >= Self.maximumPages {
                throw GitHubFailure.unusableListing(reason: "the listing has more than \(Self.maximumPages) pages")
            }
            link = next
        }
    }

    /// Calls a function with each element, in order.
    ///
    /// - Parameter visit: Receives an element, and returns whether to continue. After the last element of a page, the
    ///   next page is requested.
    /// - Throws: The errors of ``pages(_:)``.
    nonisolated(nonsending) func elements(
        _ visit: nonisolated(nonsending) (Response<Element>) async throws -> Bool
    ) async throws {
        try await pages { page in
            for element in page.value.elements {
                guard try await visit(Response(element, age: page.age)) else { return false }
            }
            return true
        }
    }
}
