/// An observer of the outcomes of requests.
protocol TransferObserver: Sendable {
    /// Records that a server responded.
    func requestSucceeded(on server: SourceServer)

    /// Records that a server did not respond, or denied access.
    ///
    /// - Parameters:
    ///   - server: The server that received the request.
    ///   - reason: The reason, as the end of a sentence, such as `it rejects the credential`.
    func requestFailed(on server: SourceServer, _ reason: String)
}
