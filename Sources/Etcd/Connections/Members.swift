import GRPCCore
import Glibc
import SwiftProtobuf
import Synchronization

/// The connections to all members, and the choice between them.
final class Members: Sendable {
    let connections: [MemberConnection]
    private let credentials: EtcdConfiguration.Credentials?
    private let tokens = TokenStore()
    private let preferred = Atomic(0)

    init(_ configuration: EtcdConfiguration) throws(EtcdConfigurationError) {
        guard !configuration.endpoints.isEmpty else {
            throw EtcdConfigurationError(description: "etcd: expected at least one endpoint")
        }
        if let tls = configuration.tls {
            for path in [tls.authority, tls.identity?.certificate, tls.identity?.key].compactMap(\.self) {
                guard access(path, R_OK) == 0 else {
                    let reason = String(cString: strerror(errno))
                    throw EtcdConfigurationError(description: "etcd: cannot read \(path): \(reason)")
                }
            }
        }
        do {
            connections = try configuration.endpoints.map { try MemberConnection($0, configuration) }
        } catch {
            throw EtcdConfigurationError(description: "etcd: \(error)")
        }
        credentials = configuration.credentials
    }

    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for connection in connections { group.addTask { try await connection.run() } }
        }
    }

    /// The index of the member to call first: the last one that did not fail.
    var first: Int { preferred.load(ordering: .relaxed) }

    /// Has the next calls go to the member after the failed one.
    func avoid(_ index: Int) {
        _ = preferred.compareExchange(
            expected: index, desired: (index + 1) % connections.count, ordering: .relaxed)
    }

    /// Makes a call at the members in turn, as long as it is safe to repeat it.
    ///
    /// - Parameters:
    ///   - method: The method, which decides whether a repetition is safe.
    ///   - requiresLeader: Whether a member without a leader is to fail at once, instead of after its own time limit.
    ///   - deadline: The time at which the last attempt ends; nil for none.
    ///   - attempt: One attempt at a member.
    /// - Returns: The answer.
    /// - Throws: The error of the last attempt. Its outcome is unknown if that of any attempt is.
    func perform<Request, Response>(
        _ method: EtcdMethod<Request, Response>, requiresLeader: Bool = true, until deadline: ContinuousClock.Instant?,
        _ attempt: (MemberConnection, CallAttempt) async throws(EtcdError) -> Response
    ) async throws(EtcdError) -> Response {
        var isUnknown = false
        let start = first
        try Self.requireTime(until: deadline, at: connections[start])
        // A single member is tried twice: its leader may have changed, or its connection may have been closed while idle.
        let attempts = max(connections.count, 2)
        var number = 1
        while true {
            let index = (start + number - 1) % connections.count
            let begin = ContinuousClock.now
            do {
                return try await authenticated(
                    at: connections[index], requiresLeader: requiresLeader, until: deadline, attempt)
            } catch {
                var error = error
                if error.outcome == .unknown { isUnknown = true }
                // A member that had little time until the deadline has not failed.
                let hadTime = begin.duration(to: .now) >= connections[index].attemptTimeout / 4
                if error.cause.concernsMember, error.cause != .timedOut || hadTime { avoid(index) }
                let isRepeatable = method.repetition != .write || error.outcome == .notDone
                let hasTime = !Task.isCancelled && deadline.map { $0 > .now } ?? true
                if number < attempts, isRepeatable, error.cause.concernsMember, hasTime {
                    number += 1
                    continue
                }
                if isUnknown, error.outcome == .notDone { error.outcome = .unknown }
                throw error
            }
        }
    }

    /// Rejects a request after a deadline.
    private static func requireTime(
        until deadline: ContinuousClock.Instant?, at connection: MemberConnection
    ) throws(EtcdError) {
        guard let deadline, deadline <= .now else { return }
        throw EtcdError(
            cause: .timedOut, outcome: .notDone, endpoint: connection.endpoint,
            message: "the deadline of the call had passed before it was sent")
    }

    /// Makes one attempt with a token, and a second one if the token has expired.
    func authenticated<Response>(
        at connection: MemberConnection, requiresLeader: Bool, until deadline: ContinuousClock.Instant?,
        _ attempt: (MemberConnection, CallAttempt) async throws(EtcdError) -> Response
    ) async throws(EtcdError) -> Response {
        let call = CallAttempt(requiresLeader: requiresLeader, deadline: deadline)
        guard let credentials else { return try await attempt(connection, call) }
        let token = try await token(of: credentials, at: connection, until: deadline)
        do {
            return try await attempt(connection, call.adding(token: token))
        } catch {
            guard error.cause == .notAuthenticated else { throw error }
            let renewed = try await self.token(of: credentials, at: connection, until: deadline, replacing: token)
            return try await attempt(connection, call.adding(token: renewed))
        }
    }

    /// The token of the user; empty if the cluster does not authenticate users.
    private func token(
        of credentials: EtcdConfiguration.Credentials, at connection: MemberConnection,
        until deadline: ContinuousClock.Instant?, replacing rejected: String? = nil
    ) async throws(EtcdError) -> String {
        try await tokens.token(replacing: rejected) { () async throws(EtcdError) -> String in
            try Self.requireTime(until: deadline, at: connection)
            var request = Etcdserverpb_AuthenticateRequest()
            request.name = credentials.user
            request.password = credentials.password
            do throws(EtcdError) {
                return try await connection.call(.authenticate, request, CallAttempt(deadline: deadline)).token
            } catch {
                guard error.message.contains("authentication is not enabled") else { throw error }
                return ""
            }
        }
    }
}
