import Foundation
import Synchronization
import Testing
import TrellisTesting

/// Clients that make random calls, until a time or a number of calls.
struct RandomLoad: Sendable {
    /// The number of calls of each client of a short run.
    private static let count = 300

    /// The number of streams that a client keeps open beside its calls.
    private static let openStreams = 8

    private final class Counts: Sendable {
        let replies = Mutex<[String: Int]>([:])
        let known = Mutex<[String]>([])
        let finished = Mutex(0)
    }

    private let daemon: RunningDaemon
    private let methods: [RandomCall.Method]
    private let end: ContinuousClock.Instant?
    private let counts = Counts()

    /// Creates a load.
    ///
    /// - Parameters:
    ///   - daemon: The daemon.
    ///   - seconds: The duration; nil for a number of calls.
    ///   - methods: The methods to call.
    init(on daemon: RunningDaemon, seconds: Int?, methods: [RandomCall.Method]) {
        (self.daemon, self.methods) = (daemon, methods)
        end = seconds.map { .now + .seconds($0) }
    }

    /// The number of calls and of each kind of reply.
    var summary: String {
        let replies = counts.replies.withLock(\.self)
        return "\(replies.values.reduce(0, +)) calls: "
            + replies.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    private func isOver(after calls: Int) -> Bool { end.map { $0 <= .now } ?? (calls >= Self.count) }

    /// Makes random calls.
    ///
    /// - Parameters:
    ///   - seed: The seed of the calls.
    ///   - isSweeping: Whether to call each method with the largest and the smallest integers first.
    /// - Throws: `CancellationError` when the task is cancelled.
    func call(seed: UInt64, sweepingFirst isSweeping: Bool) async throws {
        defer { counts.finished.withLock { $0 += 1 } }
        var generator = SeededGenerator(seed: seed)
        var connection = try connect()
        var streams: [RawConnection] = []
        var sweep = isSweeping ? methods.flatMap { [($0, "\(Int.max)"), ($0, "\(Int.min)")] }[...] : []
        try await withThrowingDiscardingTaskGroup { group in
            var calls = 0
            while !isOver(after: calls) {
                calls += 1
                guard let method = methods.randomElement(using: &generator) else { break }
                let (swept, integer) = sweep.popFirst() ?? (method, nil)
                let call = RandomCall(
                    of: swept, withIntegers: integer, known: counts.known.withLock(\.self), using: &generator)
                if call.isStream {
                    let stream = try connect()
                    streams.append(stream)
                    if streams.count > Self.openStreams { streams.removeFirst().disconnect() }
                    try await stream.send(message: call.text)
                    group.addTask { while let reply = try? await stream.receive() { note(reply) } }
                    continue
                }
                try await connection.send(message: call.text)
                let reply = try? await connection.receive()
                if let reply { note(reply) }
                guard reply == nil else { continue }
                Issue.record("no reply to \(call.text.prefix(2_000))")
                connection = try connect()
            }
            for stream in streams { stream.disconnect() }
        }
    }

    /// Reloads configurations with other stores, and invalid ones, until all clients have ended.
    ///
    /// - Parameters:
    ///   - generator: The source of the random numbers.
    ///   - configuration: Returns the configuration with a store of Items.
    /// - Throws: The error of writing a file, or of starting `trellisctl`.
    func reload(
        using generator: inout SeededGenerator, _ configuration: (_ store: String) -> String
    ) async throws {
        repeat {
            let store = ["sqlite", "memory", "sample", "nothing"].randomElement(using: &generator) ?? "sqlite"
            let text = configuration(store)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            // Without one of the plugins, or whole.
            let removed = Int.random(in: 2..<2 * lines.count, using: &generator)
            let kept = lines.enumerated().filter { $0.offset != removed }.map(\.element)
            try daemon.workplace.write(kept.joined(separator: "\n"), to: "trellis.yaml")
            let reloaded = try await daemon.workplace.trellisctl("reload")
            #expect([0, 69, 75, 78].contains(reloaded.status), "\(reloaded)")
            counts.replies.withLock { $0["reload with status \(reloaded.status)", default: 0] += 1 }
        } while counts.finished.withLock({ $0 < 4 })
    }

    /// Connects to the daemon.
    ///
    /// Reloads wait for each other, and each may watch the health of plugins for ten seconds.
    private func connect() throws -> RawConnection {
        try RawConnection(to: daemon.workplace.socket, patience: 300)
    }

    /// Counts a reply, and keeps some of its strings for further calls.
    private func note(_ reply: String) {
        let error = reply.firstMatch(of: /^\{"error":"([^"]*)"/)?.1
        counts.replies.withLock { $0[error.map(String.init) ?? "replies", default: 0] += 1 }
        let strings = reply.prefix(2_000).matches(of: /"(?:id|name|title|repository|key)":"([^"\\]{1,60})"/)
        counts.known.withLock { known in
            known.append(contentsOf: strings.prefix(4).map { String($0.1) })
            known.removeFirst(max(0, known.count - 40))
        }
    }
}
