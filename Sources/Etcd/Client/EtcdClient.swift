/// A client of an etcd cluster.
///
/// A call goes to one member, with a time limit (``EtcdConfiguration/attemptTimeout``), and to the next one if the member fails. A
/// change is repeated only if it is certain that the attempt before had no effect. Otherwise the call throws an ``EtcdError`` with
/// the outcome ``EtcdError/Outcome/unknown``, and the caller decides: a transaction with a comparison that can hold only once can be
/// sent again.
///
/// Use ``withEtcd(_:isolation:_:)``, or call ``run()`` in a task of your own. Calls before ``run()`` wait for it until their time
/// limit. All methods can be called concurrently.
public final class EtcdClient: Sendable {
    /// The configuration.
    public let configuration: EtcdConfiguration

    let cluster: Members

    /// The time at which the calls end; nil for none.
    let deadline: ContinuousClock.Instant?

    /// Creates a client, which connects when it runs and the first call is made.
    ///
    /// - Parameter configuration: The members, and how to connect to them.
    /// - Throws: ``EtcdConfigurationError`` if the endpoints are empty, or if a file for TLS cannot be read.
    public init(_ configuration: EtcdConfiguration) throws(EtcdConfigurationError) {
        self.configuration = configuration
        cluster = try Members(configuration)
        deadline = nil
    }

    private init(_ client: EtcdClient, until deadline: ContinuousClock.Instant) {
        (configuration, cluster, self.deadline) = (client.configuration, client.cluster, deadline)
    }

    /// Returns a client with the same connections whose calls end at a time, with all attempts.
    ///
    /// A call without an answer at this time throws an ``EtcdError`` with the cause ``EtcdError/Cause/timedOut``. A call that waits for
    /// the token of a user, which another call requests, may end later, by the limit of an attempt. Watches do not end.
    ///
    /// ```swift
    /// let item = try await client.limited(until: .now + .seconds(3)).get("items/1")
    /// ```
    ///
    /// - Parameter deadline: The time at which calls end. It replaces that of this client.
    /// - Returns: The client, which runs while this one does.
    public func limited(until deadline: ContinuousClock.Instant) -> EtcdClient { EtcdClient(self, until: deadline) }

    /// Keeps the connections until the task is cancelled, and then closes them.
    ///
    /// Call it once.
    public func run() async throws { try await cluster.run() }
}

/// Creates and runs a client while `body` uses it.
///
/// - Parameters:
///   - configuration: The members, and how to connect to them.
///   - isolation: The actor that `body` runs on.
///   - body: The code that uses the client. The connections are closed when it returns.
/// - Returns: The result of `body`.
/// - Throws: ``EtcdConfigurationError``, or an error of `body`.
public func withEtcd<Result: Sendable>(
    _ configuration: EtcdConfiguration, isolation: isolated (any Actor)? = #isolation,
    _ body: (EtcdClient) async throws -> Result
) async throws -> Result {
    let client = try EtcdClient(configuration)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await client.run() }
        defer { group.cancelAll() }
        return try await body(client)
    }
}
