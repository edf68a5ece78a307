import GRPCCore
import Synchronization

/// Keeps a watch at one member after another.
final class WatchLoop: Sendable {
    private let range: EtcdKeyRange
    private let previous: Bool
    private let members: Members
    private let updates: UpdateBuffer
    private let progress: Mutex<WatchProgress>

    init(
        _ range: EtcdKeyRange, from revision: Int64?, previous: Bool, members: Members,
        _ updates: UpdateBuffer
    ) {
        self.range = range
        self.previous = previous
        self.members = members
        self.updates = updates
        progress = Mutex(WatchProgress(from: revision))
    }

    /// Watches until the last update, an error that no other member can help, or the cancellation of the task.
    func run() async {
        var failures = 0
        while !Task.isCancelled {
            let index = members.first
            let connected = Flag()
            do {
                try await members.authenticated(at: members.connections[index], requiresLeader: true, until: nil) {
                    (member, attempt) async throws(EtcdError) in
                    try await self.watch(at: member, attempt.metadata, connected)
                }
                return updates.finish()
            } catch {
                guard error.cause != .cancelled || !Task.isCancelled else { return updates.finish() }
                if error.cause == .notAuthenticated, error.message.contains("permission denied") {
                    var error = error
                    error.cause = .permissionDenied
                    return updates.finish(throwing: error)
                }
                guard error.cause.concernsMember || error.cause == .other || error.cause == .cancelled else {
                    return updates.finish(throwing: error)
                }
                members.avoid(index)
                failures = connected.isSet ? 1 : failures + 1
                do {
                    if connected.isSet || failures == 1 { try await updates.send(.interrupted(error)) }
                    try await Self.pause(after: failures, members: members.connections.count)
                } catch { return updates.finish() }
            }
        }
        updates.finish()
    }

    /// Waits before the next attempt: not at all while there are members that were not tried, then up to 2 seconds.
    private static func pause(after failures: Int, members: Int) async throws {
        guard failures >= members else { return }
        let longest = min(2, 0.1 * Double(1 << min(failures - members, 5)))
        try await Task.sleep(for: .seconds(longest * .random(in: 0.8...1)))
    }

    /// Watches at one member, and returns after the last update.
    private func watch(at member: MemberConnection, _ metadata: Metadata, _ connected: Flag) async throws(EtcdError) {
        var create = Etcdserverpb_WatchCreateRequest()
        create.key = range.key.data
        create.rangeEnd = range.end.data
        create.startRevision = progress.withLock { $0.next } ?? 0
        create.prevKv = previous
        create.fragment = true
        var request = Etcdserverpb_WatchRequest()
        request.createRequest = create
        let created = Flag()
        do {
            try await withThrowingTaskGroup(of: Bool.self) { [request] group in
                group.addTask {
                    try await member.stream(.watch, request, metadata: metadata) { responses in
                        for try await response in responses {
                            created.set()
                            if try await self.handle(response, from: member.endpoint, connected) { return }
                        }
                        throw EtcdError(
                            cause: .unavailable, outcome: .notDone, endpoint: member.endpoint,
                            message: "the member ended the watch")
                    }
                    return true
                }
                // A member that is stopped or cut off does not answer, and its connection may stay open.
                group.addTask {
                    try await Task.sleep(for: member.attemptTimeout)
                    if created.isSet { return false }
                    throw EtcdError(
                        cause: .timedOut, outcome: .notDone, endpoint: member.endpoint,
                        message: "the member did not answer a watch within \(member.attemptTimeout)")
                }
                defer { group.cancelAll() }
                while let isFinished = try await group.next(), !isFinished {}
            }
        } catch {
            throw EtcdError(error, at: member.endpoint, effect: false, wasSent: true)
        }
    }

    /// Reports a response, and returns whether it was the last one.
    private func handle(
        _ response: Etcdserverpb_WatchResponse, from endpoint: EtcdEndpoint, _ connected: Flag
    ) async throws -> Bool {
        if response.canceled {
            if response.compactRevision > 0 {
                try await updates.send(.compacted(revision: response.compactRevision))
                return true
            }
            let reason = Self.text(of: response.cancelReason)
            let cause = EtcdError.cause(.unknown, reason)
            // A token that has expired is reported as a missing permission, or with its own text.
            if !connected.isSet, cause == .permissionDenied || cause == .notAuthenticated {
                throw EtcdError(
                    cause: .notAuthenticated, outcome: .notDone, endpoint: endpoint, message: reason)
            }
            if cause.concernsMember {
                throw EtcdError(cause: cause, outcome: .notDone, endpoint: endpoint, message: reason)
            }
            try await updates.send(.canceled(reason: reason))
            return true
        }
        if response.created {
            let first = progress.withLock { $0.begin(at: response.header.revision) }
            connected.set()
            try await updates.send(.connected(endpoint, from: first))
        }
        let update = progress.withLock {
            $0.add(response.events.map(EtcdEvent.init), isFragment: response.fragment)
        }
        if let update { try await updates.send(.events(update.events, revision: update.revision)) }
        return false
    }

    /// The text of an error that is reported in the form `rpc error: code = PermissionDenied desc = etcdserver: permission denied`.
    private static func text(of reason: String) -> String {
        guard let start = reason.firstRange(of: "desc = ") else { return reason }
        return String(reason[start.upperBound...])
    }
}
