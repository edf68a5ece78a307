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
    ///   - attempt: One attempt at a member.
    /// - Returns: The answer.
    /// - Throws: The error of the last attempt. Its outcome is unknown if that of any attempt is.
    func perform<Request, Response>(
        _ method: EtcdMethod<Request, Response>, requiresLeader: Bool = true,
        _ attempt: (MemberConnection, Metadata) async throws(EtcdError) -> Response
    ) async throws(EtcdError) -> Response {
        var isUnknown = false
        let start = first
        // A single member is tried twice: its leader may have changed, or its connection may have been closed while idle.
        let attempts = max(connections.count, 2)
        var number = 1
        while true {
            let index = (start + number - 1) % connections.count
            do {
                return try await authenticated(at: connections[index], requiresLeader, attempt)
            } catch {
                var error = error
                if error.outcome == .unknown { isUnknown = true }
                if error.cause.concernsMember { avoid(index) }
                let isRepeatable = method.repetition != .write || error.outcome == .notDone
                if number < attempts, isRepeatable, error.cause.concernsMember, !Task.isCancelled {
                    number += 1
                    continue
                }
                if isUnknown, error.outcome == .notDone { error.outcome = .unknown }
                throw error
            }
        }
    }

    /// Makes one attempt with a token, and a second one if the token has expired.
    func authenticated<Response>(
        at connection: MemberConnection, _ requiresLeader: Bool,
        _ attempt: (MemberConnection, Metadata) async throws(EtcdError) -> Response
    ) async throws(EtcdError) -> Response {
        var metadata = Metadata()
        if requiresLeader { metadata.addString("true", forKey: "hasleader") }
        guard let credentials else { return try await attempt(connection, metadata) }
        let token = try await token(of: credentials, at: connection)
        do {
            return try await attempt(connection, metadata.adding(token: token))
        } catch {
            guard error.cause == .notAuthenticated else { throw error }
            let renewed = try await self.token(of: credentials, at: connection, replacing: token)
            return try await attempt(connection, metadata.adding(token: renewed))
        }
    }

    /// The token of the user; empty if the cluster does not authenticate users.
    private func token(
        of credentials: EtcdConfiguration.Credentials, at connection: MemberConnection,
        replacing rejected: String? = nil
    ) async throws(EtcdError) -> String {
        try await tokens.token(replacing: rejected) { () async throws(EtcdError) -> String in
            var request = Etcdserverpb_AuthenticateRequest()
            request.name = credentials.user
            request.password = credentials.password
            do throws(EtcdError) {
                return try await connection.call(.authenticate, request, metadata: [:]).token
            } catch {
                guard error.message.contains("authentication is not enabled") else { throw error }
                return ""
            }
        }
    }
}

extension Metadata {
    fileprivate func adding(token: String) -> Metadata {
        var metadata = self
        if !token.isEmpty { metadata.addString(token, forKey: "token") }
        return metadata
    }
}
