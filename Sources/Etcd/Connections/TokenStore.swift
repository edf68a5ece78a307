/// The token of the user, shared by all calls.
actor TokenStore {
    private var token: String?
    private var isRenewing = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// The token, which is requested first if there is none, or if the present one is `rejected`.
    ///
    /// Concurrent calls make one request: checking a password takes etcd a tenth of a second of processor time.
    func token(
        replacing rejected: String? = nil, authenticate: @Sendable () async throws(EtcdError) -> String
    ) async throws(EtcdError) -> String {
        while true {
            if let token, token != rejected { return token }
            if !isRenewing { break }
            await withCheckedContinuation { waiting.append($0) }
        }
        isRenewing = true
        defer {
            isRenewing = false
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
        let new = try await authenticate()
        token = new
        return new
    }
}
