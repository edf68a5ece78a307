import Dispatch
import Foundation
import Synchronization
import Testing
import TrellisTesting

@testable import Sampler

/// A library that calls a function on a thread of its own.
private final class Library: Sendable {
    private struct Callback: Sendable {
        var run: @Sendable () -> Void = {}
    }

    private let callback = Mutex(Callback())

    func onChange(_ run: @escaping @Sendable () -> Void) { callback.withLock { $0.run = run } }

    func change() { DispatchQueue(label: "library").sync(execute: callback.withLock(\.run)) }
}

/// The latest number of a source, which is read again after a change.
private final class Cache: Sendable {
    private let source: any SampleSource
    private let number = Mutex<Double?>(nil)
    let refreshed = Signal()

    init(source: any SampleSource) { self.source = source }

    var current: Double? { number.withLock { $0 } }

    func invalidate() { number.withLock { $0 = nil } }

    func refresh() throws {
        let new = try source.read()
        number.withLock { $0 = new }
        refreshed.fire()
    }
}

/// Connects the library and the cache until the plugin stops.
private final class Watcher: Closable {
    private let library: Library

    init(library: Library, cache: Cache, plugin: PluginEnvironment) {
        self.library = library
        library.onChange { [plugin, cache] in
            plugin.attributed { cache.invalidate() }
            plugin.task("refresh") { try cache.refresh() }
        }
    }

    func close() async throws { library.onChange {} }
}

@Suite("Callbacks", .timeLimit(.minutes(2)))
struct CallbackTests {
    @Test("a change is read again, and counted")
    func change() async throws {
        let cache = Mutex<Cache?>(nil)
        let (library, clock) = (Library(), ManualClock())
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, clock: clock.clock)
            let state = URL(filePath: environment.directories.directories(of: "sampler").state.string)
            try FileManager.default.createDirectory(
                at: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data("7".utf8).write(to: state.appending(path: "number"))
            try await withPlugin(
                SamplerPlugin.self, environment: environment,
                adjusting: { blueprint in
                    blueprint.provide(value: library)
                    blueprint.provide(Watcher.init(library:cache:plugin:))
                    blueprint.provide { (source: any SampleSource) in
                        let new = Cache(source: source)
                        cache.withLock { $0 = new }
                        return new
                    }
                }
            ) { plugin in
                try await clock.sleeper()
                let cache = try #require(cache.withLock { $0 })
                #expect(cache.current == nil)
                library.change()
                try await cache.refreshed.wait(beyond: 0)
                #expect(cache.current == 7)
                // The initializer of the source, the first sample, and the change.
                #expect(plugin.metrics.contains(#"trellis_reads_total{source="file",plugin="sampler"} 3"#))
            }
            cache.withLock { $0 = nil }
        }
    }
}
