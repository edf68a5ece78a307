import Scopes
import Synchronization
import Testing

/// The replacement of a value that is in use.
@Suite("A succession", .timeLimit(.minutes(2))) struct SuccessionTests {
    @Test("gives each new user the new value, and lets the users of the previous value continue")
    func users() async {
        let current = Succession("old")
        let term = current.enter()
        let previous = current.replace(with: "new")
        #expect(await current.use { $0 } == "new")
        #expect(term.value == "old")
        #expect(await previous.drain(within: .zero) == false)
        async let drained = previous.drain(within: .seconds(60))
        term.leave()
        #expect(await drained)
        #expect(await previous.drain(within: .zero))
    }

    @Test("a user that leaves with an error leaves") func failure() async {
        struct Failure: Error {}
        let current = Succession("old")
        await #expect(throws: Failure.self) { try await current.use { _ in throw Failure() } }
        #expect(await current.replace(with: "new").drain(within: .zero))
    }

    @Test("cancelling a drain ends the wait") func cancelled() async {
        let current = Succession("old")
        let term = current.enter()
        let previous = current.replace(with: "new")
        let drain = Task { await previous.drain(within: .seconds(600)) }
        drain.cancel()
        #expect(await drain.value == false)
        term.leave()
    }

    @Test("no user receives a value that has been drained") func race() async throws {
        /// A value that can be closed.
        final class Resource: Sendable {
            let isClosed = Mutex(false)
        }
        let current = Succession(Resource())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2_000 {
                        await current.use { resource in
                            await Task.yield()
                            let isClosed = resource.isClosed.withLock(\.self)
                            #expect(!isClosed)
                        }
                    }
                }
            }
            for _ in 0..<500 {
                let previous = current.replace(with: Resource())
                #expect(await previous.drain(within: .seconds(60)))
                previous.value.isClosed.withLock { $0 = true }
            }
            try await group.waitForAll()
        }
    }
}

/// The withheld exports of a scope.
@Suite("Withheld exports", .timeLimit(.minutes(2))) struct WithheldExportTests {
    private struct Reader: Sendable {
        let text: Live<String>
    }

    private static let mark = BindingMark("outer")

    /// A blueprint whose nested scope exports a text.
    private static func exporter() -> Blueprint {
        let (marked, inner) = blueprint("exporter") { blueprint in
            blueprint.provide(value: 1, .marked(mark))
            blueprint.provide { (number: Int) in "text \(number)" }
            blueprint.export(String.self)
        }.split(by: mark, inner: "current")
        var outer = marked
        outer.nest(inner)
        return outer
    }

    private static var reader: Blueprint {
        blueprint("reader") { blueprint in
            blueprint.provide(Reader.init)
            blueprint.export(Reader.self)
        }
    }

    @Test("are visible to siblings from the publication on, and remain when the old scope closes")
    func published() async throws {
        try await Scope.open(Plan(blueprint { _ in })) { root in
            let admission = try Admission(of: [Self.exporter(), Self.reader], under: root.plan)
            let outer = try await root.open(#require(admission.plan("exporter")))
            let old = try await outer.open(#require(outer.plan.nested("current")))
            let text = try await root.open(#require(admission.plan("reader"))).read(Reader.self).text
            #expect(try text() == "text 1")
            var changed = Self.exporter().nested[0]
            changed.override { (number: Int) in "changed \(number)" }
            let new = try await outer.open(Plan(changed, under: outer.plan), withholdsExports: true)
            #expect(try text() == "text 1")
            new.publishExports()
            #expect(try text() == "changed 1")
            await old.close()
            #expect(try text() == "changed 1")
            await new.close()
            #expect(throws: ScopeClosed.self) { try text() }
        }
    }

    @Test("of a scope that closes unpublished leave the references unchanged") func unpublished() async throws {
        try await Scope.open(Plan(blueprint { _ in })) { root in
            let admission = try Admission(of: [Self.exporter(), Self.reader], under: root.plan)
            let outer = try await root.open(#require(admission.plan("exporter")))
            let plan = try #require(outer.plan.nested("current"))
            _ = try await outer.open(plan)
            let text = try await root.open(#require(admission.plan("reader"))).read(Reader.self).text
            let new = try await outer.open(plan, withholdsExports: true)
            await new.close()
            #expect(try text() == "text 1")
            new.publishExports()
            #expect(try text() == "text 1")
        }
    }
}
