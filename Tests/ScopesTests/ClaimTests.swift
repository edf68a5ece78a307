import Foundation
import Scopes
import Testing

/// What another scope reads is not closed meanwhile, though it has to be taken back.
@Suite(.timeLimit(.minutes(10))) struct ClaimTests {
    /// What is made with a `Partner`, so that it exists before it can be had for good.
    final class Half: Sendable {
        let partner: Live<Partner>

        init(partner: Live<Partner>) { self.partner = partner }
    }

    /// Opens a scene while it is being made.
    struct Partner: Sendable {}

    struct Holder: Sendable { let half: Lazy<Half> }

    /// Blocks the thread until the `Half` has been given up, and then for a while longer.
    struct Delay: Sendable {
        let journal: Journal
        let closing: Gate

        func wait(_ half: Live<Half>) {
            let wasThere = (try? half()) != nil
            // Whoever waits here does not hear that the test's time is up.
            let latest = ContinuousClock.now + .seconds(120)
            while (try? half()) != nil, ContinuousClock.now < latest {}
            // It must not be closed now. Where that is a defect, it comes about within this time.
            let end = ContinuousClock.now + .milliseconds(200)
            while !closing.isOpen, ContinuousClock.now < end {}
            journal.note(wasThere ? "delayed" : "too late")
        }
    }

    struct Delayed: Sendable {
        init(delay: Delay, half: Live<Half>) { delay.wait(half) }
    }

    struct Model: Sendable {
        let half: Half

        init(_: Delayed, half: Half, delay: Delay) {
            self.half = half
            delay.journal.note("read")
        }
    }

    struct Delaying: Sendable {
        let half: Half

        /// Asks for the `Half` after the delay.
        init(delay: Delay, half: Live<Half>) {
            struct User: Sendable { @Dependency var half: Half }
            delay.wait(half)
            self.half = User().half
            delay.journal.note("read")
        }
    }

    /// How the scene reads what is being taken back.
    enum Way: CaseIterable {
        /// In the task that opens it.
        case opening
        /// In a builder of its own.
        case builder
    }

    /// Has a `Half` given up while a scene reads it.
    ///
    /// Returns what happened, or nil when it was given up too soon for that.
    private func events(_ way: Way, limit: Duration, _ kept: Guarded<[Half]>) async throws -> [String]? {
        let journal = Journal()
        let closing = Gate()
        let executor = ThreadExecutor()
        defer { executor.end() }
        let earlier = kept.withLock { $0.count }
        let root = blueprint { blueprint in
            blueprint.provide(value: Delay(journal: journal, closing: closing))
            blueprint.provide(
                { (partner: Live<Partner>) -> Half in
                    let half = Half(partner: partner)
                    // So that a defect does not crash the tests.
                    kept.withLock { $0.append(half) }
                    return half
                }, .lazily, .buildingTimeLimit(limit),
                .onClose { _ in
                    journal.note("close")
                    closing.open()
                })
            blueprint.scene(Void.self, Model.self) { blueprint in
                blueprint.provide(Delayed.init)
                blueprint.provide(Model.init)
            }
            blueprint.scene(Void.self, Delaying.self) { blueprint in
                blueprint.provide(Delaying.init(delay:half:), .uses(Half.self))
                // Some binding that waits, so that what waits for other scopes is made by builders.
                blueprint.provide { () async in 1 }
            }
            blueprint.provide(
                { (model: Scene<Void, Model>, delaying: Scene<Void, Delaying>) async throws -> Partner in
                    try await withTaskExecutorPreference(executor) {
                        switch way {
                        case .opening: try await model.open { #expect($0.half === kept.withLock { $0.last }) }
                        case .builder: try await delaying.open { #expect($0.half === kept.withLock { $0.last }) }
                        }
                    }
                    return Partner()
                }, .lazily)
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            await #expect(throws: BuildingTimeLimitExceeded.self) { try await holder.half() }
        }
        let isFirst = kept.withLock { $0.count } == earlier + 1
        return isFirst && journal.entries.contains("delayed") ? journal.entries : nil
    }

    @Test(arguments: Way.allCases) func whatASceneReadsIsTakenBackAfterwards(way: Way) async throws {
        let kept = Guarded<[Half]>([])
        var events: [String]?
        var limit = Duration.milliseconds(50)
        while events == nil, limit < .seconds(60) {
            events = try await self.events(way, limit: limit, kept)
            limit *= 4
        }
        #expect(events == ["delayed", "read", "close"])
    }

    @Test func whatIsTakenBackBeforeItIsReadIsAskedForAnew() async throws {
        struct Other: Sendable {}
        struct Reader: Sendable {
            let half: Half

            init(half: Half, _: Other) { self.half = half }
        }
        let closed = Gate()
        let read = Gate()
        let made = Guarded<[Half]>([])
        let root = blueprint { blueprint in
            blueprint.provide(
                { (partner: Live<Partner>) -> Half in
                    let half = Half(partner: partner)
                    made.withLock { $0.append(half) }
                    return half
                }, .lazily, .buildingTimeLimit(.milliseconds(50)), .onClose { _ in closed.open() })
            blueprint.provide(
                { () async -> Other in
                    await closed.wait()
                    return Other()
                }, .lazily)
            blueprint.scene(Void.self, Reader.self) { blueprint in
                blueprint.provide(Reader.init)
                blueprint.provide { () async in 1 }
            }
            blueprint.provide(
                { (scene: Scene<Void, Reader>) async throws -> Partner in
                    try await scene.open { reader in
                        read.open()
                        #expect(made.withLock { $0.dropFirst().contains { $0 === reader.half } })
                    }
                    return Partner()
                }, .lazily, .buildingTimeLimit(.seconds(600)))
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            await #expect(throws: BuildingTimeLimitExceeded.self) { try await holder.half() }
            // Its partner goes on, and may well be ready by now; on a slow machine the time is up once more.
            while !read.isOpen, !Task.isCancelled { _ = try? await holder.half() }
            #expect(read.isOpen)
        }
    }
}
