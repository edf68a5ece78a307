import EtcdTesting

extension Workplace {
    /// Runs a body with the folder of a host of a cluster, which has no daemon yet.
    ///
    /// - Parameters:
    ///   - name: The name of the host.
    ///   - etcd: The members.
    ///   - scheme: `http` or `https`.
    ///   - access: Further keys of the section `etcd`, for TLS or a user.
    ///   - plugins: The lines of the section `plugins`.
    ///   - body: The test.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    @discardableResult
    static func with<Value: Sendable>(
        host name: String, in etcd: TestCluster, scheme: String = "http", access: String = "", plugins: [String],
        _ body: (Workplace) async throws -> Value
    ) async throws -> Value {
        let endpoints = etcd.members.map { "\"\(scheme)://\($0.endpoint)\"" }.joined(separator: ", ")
        let configuration = """
            cluster:
              name: \(name)
              address: \(name).example.org
              etcd: { endpoints: [\(endpoints)], lease: 6s\(access) }
            plugins:
              \(plugins.joined(separator: "\n  "))
            """
        return try await with(configuration: configuration, body)
    }

    /// Repeats a command of `trellisctl` until it succeeds, because etcd may exceed the time limit of Items on a busy machine.
    ///
    /// - Parameter line: The arguments.
    /// - Returns: The result of the last call.
    /// - Throws: `SubprocessError` when the shell cannot be started.
    func untilDone(_ line: String) async throws -> CommandResult {
        try await shell(
            "until output=$(\"$TRELLISCTL\" \(line)); do sleep 0.2; done; printf '%s\\n' \"$output\"")
    }
}
