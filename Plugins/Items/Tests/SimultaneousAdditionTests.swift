import Etcd
import EtcdTesting
import Items
import Testing
import Trellis

@testable import ItemsEtcd

@Suite("Additions by many clients at once", .runsEtcd, .timeLimit(.minutes(2)))
struct SimultaneousAdditionTests {
    @Test("are all made, each once and with a number of its own, in fewer transactions")
    func sharing() async throws {
        try await ItemFleet.with { fleet in
            try await fleet.withHost("host") { host in
                let added = try await withThrowingTaskGroup(of: Item.self) { group in
                    for number in 1...250 {
                        group.addTask { try await host.add(title: "Item \(number)", count: number) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.revision < $1.revision }
                }
                #expect(Set(added.map(\.count)) == Set(1...250))
                #expect(try await host.page(after: nil, filter: nil, limit: 1_000).items == added)
                #expect(try await host.changes(since: 0, limit: 1_000).map(\.item) == added)
                let transactions = Set(added.map { $0.revision / StoredItem.changesPerRevision })
                #expect(transactions.count < added.count)
            }
        }
    }

    @Test("that fail without etcd were not made, unless their outcome is reported as unknown")
    func unavailability() async throws {
        try await ItemFleet.with(attemptTimeout: .milliseconds(500)) { fleet in
            try await fleet.withHost("host", timeLimit: .seconds(3)) { host in
                _ = try await eventually { try await host.add(title: "Tea", count: 1) }
                fleet.cluster.members[0].stop()
                let results = await withTaskGroup(of: (String, Result<Item, any Error>).self) { group in
                    for title in (1...20).map({ "Item \($0)" }) {
                        group.addTask {
                            do { return (title, .success(try await host.add(title: title, count: 1))) } catch {
                                return (title, .failure(error))
                            }
                        }
                    }
                    return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                }
                fleet.cluster.members[0].resume()
                var unknown: Set<String> = []
                for (title, result) in results {
                    switch #expect(throws: ItemStoreFailure.self, performing: { try result.get() }) {
                    case .outcomeUnknown: unknown.insert(title)
                    case .unavailable: break
                    case let other: Issue.record("unexpected: \(String(describing: other))")
                    }
                }
                #expect(!unknown.isEmpty)
                _ = try await eventually { try await host.add(title: "Salt", count: 1) }
                let list = try await eventually {
                    try await host.page(after: nil, filter: nil, limit: 100).items
                }
                #expect(Set(list.map(\.title)).subtracting(["Tea", "Salt"]).isSubset(of: unknown))
                #expect(Set(list.map(\.id)).count == list.count)
            }
        }
    }

    @Test("are made in more transactions if etcd does not accept the size of one")
    func smallRequests() async throws {
        try await ItemFleet.with(options: ["--max-request-bytes", "16384"]) { fleet in
            try await fleet.withHost("host") { host in
                let title = String(repeating: "a", count: 1_024)
                let added = try await withThrowingTaskGroup(of: Item.self) { group in
                    for number in 1...60 {
                        group.addTask { try await host.add(title: title, count: number) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let list = try await host.page(after: nil, filter: nil, limit: 100).items
                #expect(list == added.sorted { $0.revision < $1.revision })
                #expect(list.count == 60)
            }
        }
    }

    @Test("that are cancelled after they were sent have an unknown outcome, and the store closes without etcd")
    func close() async throws {
        try await ItemFleet.with { fleet in
            // Without the cancellation, the store would close when this limit has passed.
            let unknown = try await fleet.withHost("host", timeLimit: .seconds(3_600)) { host in
                _ = try await host.add(title: "Tea", count: 1)
                fleet.cluster.members[0].stop()
                let rice = Task { try await host.add(title: "Rice", count: 1) }
                while !Task.isCancelled, !host.additions.isBusy { await Task.yield() }
                let salt = Task { try await host.add(title: "Salt", count: 1) }
                while !Task.isCancelled, host.additions.waitingCount < 1 { await Task.yield() }
                rice.cancel()
                _ = await rice.result
                while !Task.isCancelled, host.additions.waitingCount > 0 { await Task.yield() }
                salt.cancel()
                return await salt.result
            }
            fleet.cluster.members[0].resume()
            #expect {
                try unknown.get()
            } throws: { error in
                if case .outcomeUnknown = error as? ItemStoreFailure { true } else { false }
            }
        }
    }

    @Test("continue when one of them is cancelled, which is not made")
    func cancellation() async throws {
        try await ItemFleet.with { fleet in
            try await fleet.withHost("host") { host in
                fleet.cluster.members[0].stop()
                // The first one does not wait for another one.
                async let tea = host.add(title: "Tea", count: 1)
                let rice = Task {
                    while !Task.isCancelled, !host.additions.isBusy { await Task.yield() }
                    return try await host.add(title: "Rice", count: 1)
                }
                while !Task.isCancelled, host.additions.waitingCount < 1 { await Task.yield() }
                async let salt = host.add(title: "Salt", count: 1)
                while !Task.isCancelled, host.additions.waitingCount < 2 { await Task.yield() }
                rice.cancel()
                await #expect(throws: CancellationError.self) { try await rice.value }
                fleet.cluster.members[0].resume()
                let added = try await [tea, salt]
                #expect(try await host.page(after: nil, filter: nil, limit: 10).items == added)
            }
        }
    }
}
