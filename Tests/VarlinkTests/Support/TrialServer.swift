import Foundation

@testable import Varlink

/// A server of the trial interface, on a socket in a temporary directory.
struct TrialServer: Sendable {
    let trial: TrialInterface
    let router: VarlinkRouter
    let server: VarlinkServer
    let path: String
    let events: EventLog

    var address: VarlinkAddress { .path(path) }

    func connect() async throws -> VarlinkConnection {
        try await VarlinkConnection.connect(to: address)
    }

    func rawClient() throws -> RawClient {
        try RawClient(path: path)
    }

    static let information = ServiceInformation(
        vendor: "Example", product: "Trial", version: "1", url: "https://example.org/")

    static func makeRouter(
        _ trial: TrialInterface, executor: (any TaskExecutor)? = nil, interceptor: (any CallInterceptor)? = nil
    ) throws -> VarlinkRouter {
        let router = VarlinkRouter(information: information, interceptor: interceptor)
        try router.register(trial, executorPreference: executor)
        return router
    }
}

/// Runs a server while the body runs.
func withTrialServer(
    configuration: VarlinkServerConfiguration = VarlinkServerConfiguration(), executor: (any TaskExecutor)? = nil,
    interceptor: (any CallInterceptor)? = nil, trial: TrialInterface = TrialInterface(),
    _ body: @Sendable (TrialServer) async throws -> Void
) async throws {
    try await withTemporaryFolder { folder in
        let router = try TrialServer.makeRouter(trial, executor: executor, interceptor: interceptor)
        let events = EventLog()
        let server = VarlinkServer(router: router, configuration: configuration) { events.append($0) }
        let path = folder + "/socket"
        try server.listen(on: .path(path))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            do {
                try await body(TrialServer(trial: trial, router: router, server: server, path: path, events: events))
            } catch {
                await server.shutdown(gracePeriod: .zero)
                throw error
            }
            await server.shutdown(gracePeriod: .zero)
            try await group.waitForAll()
        }
    }
}

/// Provides a temporary directory while the body runs.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("varlink-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// The events of a server.
final class EventLog: Sendable {
    private let entries = Lock<[VarlinkServerEvent]>([])

    /// The names of events (`opened`, `closed`, `refused` and so on), to wait for.
    let diary = Diary()

    func append(_ event: VarlinkServerEvent) {
        entries.withLock { $0.append(event) }
        switch event {
        case .opened: diary.write("opened")
        case .closed: diary.write("closed")
        case .refused: diary.write("refused")
        case .acceptFailed: diary.write("accept failed")
        case .adoptionFailed: diary.write("adoption failed")
        case .protocolViolation: break
        }
    }

    var violations: [ProtocolViolation] {
        entries.withLock { events in
            events.compactMap { if case .protocolViolation(_, _, let violation) = $0 { violation } else { nil } }
        }
    }

    var refusals: [ConnectionRefusal] {
        entries.withLock { events in
            events.compactMap { if case .refused(_, let reason) = $0 { reason } else { nil } }
        }
    }

    var closings: [ConnectionCloseReason] {
        entries.withLock { events in
            events.compactMap { if case .closed(_, let reason) = $0 { reason } else { nil } }
        }
    }
}
