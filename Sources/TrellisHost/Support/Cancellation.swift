/// Runs a body, and cancels it when an event is signaled.
func withCancellation<Result: Sendable>(
    when event: OneShotEvent, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            await event.wait()
            return nil
        }
        defer { group.cancelAll() }
        // A body that was cancelled is awaited, because it may have to release resources.
        if let result = try await group.next() ?? nil { return result }
        group.cancelAll()
        if let result = try await group.next() ?? nil { return result }
        throw CancellationError()
    }
}
