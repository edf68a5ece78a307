import GRPCCore

extension EtcdError {
    /// Interprets the failure of a call or a stream.
    ///
    /// - Parameters:
    ///   - error: The error of the gRPC layer.
    ///   - endpoint: The member that was called.
    ///   - effect: Whether the call can have an effect.
    ///   - wasSent: Whether the request may have been sent.
    init(_ error: any Error, at endpoint: EtcdEndpoint, effect: Bool, wasSent: Bool) {
        if let error = error as? EtcdError {
            self = error
            return
        }
        let (cause, message) = Self.interpret(error)
        self.init(
            cause: cause,
            outcome: effect && wasSent ? Self.outcome(of: cause) : .notDone, endpoint: endpoint, message: message)
    }

    private static func interpret(_ error: any Error) -> (Cause, String) {
        if error is CancellationError { return (.cancelled, "the call was cancelled") }
        guard let error = error as? RPCError else { return (.unavailable, "\(error)") }
        // The transport wraps the cancellation of a call that waits for its answer.
        if error.cause is CancellationError { return (.cancelled, "the call was cancelled") }
        let text = explain(error)
        if let reason = certificateRejection(in: text) { return (.certificateRejected, reason) }
        return (cause(error.code, error.message), text)
    }

    /// The reason of a failed TLS handshake that concerns a certificate; nil for another text.
    ///
    /// BoringSSL describes an error as `…:SSL routines:OPENSSL_internal:SSLV3_ALERT_BAD_CERTIFICATE at FILE:LINE`. An alert comes from
    /// the member.
    private static func certificateRejection(in text: String) -> String? {
        guard let start = text.firstRange(of: "OPENSSL_internal:")?.upperBound else { return nil }
        let name = text[start...].prefix { $0 != " " && $0 != "]" }
        guard name.contains("CERTIFICATE") || name.contains("UNKNOWN_CA") else { return nil }
        return name.contains("ALERT")
            ? "the member rejects the certificate of the client: \(name)"
            : "the certificate of the member is not valid: \(name)"
    }

    /// Maps a status.
    ///
    /// Several errors of etcd have the same code, or none, so the text decides first.
    static func cause(_ code: RPCError.Code, _ text: String) -> Cause {
        let known = text.hasPrefix("etcdserver: ") ? texts.first { text.contains($0.text) }?.cause : nil
        if let known { return known }
        // The transport's error for a message above its limit.
        if text.hasPrefix("Failed to decode message") { return .unreadableAnswer }
        switch code {
        case .unavailable: return .unavailable
        case .deadlineExceeded: return .timedOut
        case .cancelled: return .cancelled
        // The time limit of a write without a leader, which etcd maps to no code.
        case .unknown: return text.contains("context deadline exceeded") ? .requestLost : .other
        // The limit of the server's gRPC library.
        case .resourceExhausted:
            return text.contains("received message larger than max") ? .requestTooLarge : .other
        case .invalidArgument: return .invalidRequest
        case .permissionDenied: return .permissionDenied
        case .unauthenticated: return .notAuthenticated
        case .dataLoss: return .corrupt
        default: return .other
        }
    }

    /// The texts of etcd's errors, of 3.4 to 3.7.
    private static let texts: [(text: String, cause: Cause)] = [
        ("no leader", .noLeader),
        ("leader changed", .leaderChanged),
        ("request timed out", .requestLost),
        ("too many requests", .tooManyRequests),
        ("not supported for learner", .learner),
        ("database space exceeded", .noSpace),
        ("corrupt cluster", .corrupt),
        ("request is too large", .requestTooLarge),
        ("has been compacted", .compacted),
        ("is a future revision", .futureRevision),
        ("requested lease not found", .leaseNotFound),
        ("lease already exists", .leaseExists),
        ("invalid auth token", .notAuthenticated),
        ("revision of auth store is old", .notAuthenticated),
        ("user name is empty", .notAuthenticated),
        ("authentication failed", .notAuthenticated),
        ("permission denied", .permissionDenied),
        ("server stopped", .unavailable),
    ]

    /// Whether a write with this failure, whose request was sent, had an effect.
    private static func outcome(of cause: Cause) -> Outcome {
        switch cause {
        // Rejected before anything was proposed.
        case .noLeader, .tooManyRequests, .learner, .requestTooLarge, .invalidRequest, .compacted, .futureRevision,
            .leaseNotFound, .leaseExists, .notAuthenticated, .permissionDenied, .corrupt:
            .notDone
        // The answer of a request that succeeded.
        case .unreadableAnswer: .done
        // etcd reports the quota also after it has applied the request that exceeds it.
        case .noSpace: .unknown
        case .unavailable, .certificateRejected, .timedOut, .leaderChanged, .requestLost, .cancelled, .other: .unknown
        }
    }

    /// The messages of an error and of its causes, without repetition.
    private static func explain(_ error: RPCError) -> String {
        var parts: [String] = []
        var next: (any Error)? = error
        while let current = next {
            let rpc = current as? RPCError
            let part = rpc?.message ?? (current as? RuntimeError)?.message ?? "\(current)"
            if !part.isEmpty, !parts.contains(where: { $0.contains(part) }) { parts.append(part) }
            next = rpc?.cause ?? (current as? RuntimeError)?.cause
        }
        let text = parts.isEmpty ? "\(error.code)" : parts.joined(separator: ": ")
        return systemError(in: text) ?? text
    }

    /// The error of the operating system in a text of SwiftNIO, such as `connection reset (error set): Connection refused)
    /// (errno: 111)`: the cause, of which the states of channels around it are consequences.
    private static func systemError(in text: String) -> String? {
        guard let match = text.firstMatch(of: /([A-Z][A-Za-z ]+)\)? \(errno: [0-9]+\)/) else { return nil }
        return match.1.prefix(1).lowercased() + match.1.dropFirst()
    }
}

extension EtcdError.Cause {
    /// Whether another member may be able to serve the request, so that a request without an effect so far is repeated there.
    var concernsMember: Bool {
        switch self {
        case .unavailable, .certificateRejected, .timedOut, .noLeader, .leaderChanged, .requestLost, .tooManyRequests,
            .learner, .corrupt:
            true
        default: false
        }
    }
}
