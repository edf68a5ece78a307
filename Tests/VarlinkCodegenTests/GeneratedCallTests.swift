import Testing
import Varlink
import VarlinkExamples

@Suite("Generated protocol and client", .timeLimit(.minutes(2)))
struct GeneratedCallTests {
    private func client() throws -> ItemsClient {
        let information = ServiceInformation(
            vendor: "Example", product: "Items", version: "1", url: "https://example.org")
        let router = VarlinkRouter(information: information)
        try router.register(ExampleItems())
        return ItemsClient(LocalCaller(router: router))
    }

    @Test("generated clients perform calls and throw errors with and without parameters")
    func calls() async throws {
        let client = try client()
        let reply = try await client.add(title: "first", count: 2)
        #expect(reply.item == ItemsContract.Item(id: "0", title: "first", count: 2, kind: .plain))
        await #expect(throws: ItemsError.noSuchItem(id: "all")) { try await client.clear() }
        _ = try await client.add(title: "second", count: 0)
        _ = try await client.add(title: "third", count: 0)
        await #expect(throws: ItemsError.storageFull) { try await client.add(title: "fourth", count: 0) }
    }

    @Test("generated clients stream the replies of a method that requires 'more'")
    func requiredStream() async throws {
        let client = try client()
        for title in ["one", "two", "other"] { _ = try await client.add(title: title, count: 1) }
        var titles: [String?] = []
        for try await reply in client.list(filter: "o") { titles.append(reply.item?.title) }
        #expect(titles == ["one", "other"])
        titles = []
        for try await reply in client.list(filter: "none") { titles.append(reply.item?.title) }
        #expect(titles == [nil])
    }

    @Test("generated clients call a method with and without 'more'")
    func supportedStream() async throws {
        let client = try client()
        #expect(try await client.count().count == 0)
        var counts: [Int] = []
        for try await reply in client.countReplies() { counts.append(reply.count) }
        #expect(counts == [1, 0])
    }

    @Test("generated services reject invalid parameters, a missing flag and an unknown method")
    func serviceErrors() async throws {
        let caller = try client().caller
        await #expect(throws: ServiceError.invalidParameter(parameter: "count")) {
            try await caller.call("org.example.items.Add", ["title": "a"])
        }
        await #expect(throws: ServiceError.expectedMore) {
            try await caller.call("org.example.items.List", [:])
        }
        await #expect(throws: ServiceError.methodNotFound(method: "org.example.items.Other")) {
            try await caller.call("org.example.items.Other", [:])
        }
    }
}
