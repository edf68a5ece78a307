/// Waits for a result until a time limit has passed.
///
/// At the limit, the body is cancelled but not awaited, because code of a plugin may ignore its cancellation.
///
/// - Parameters:
///   - limit: The limit.
///   - body: Computes the result, in a task of its own.
/// - Returns: The result; nil at the limit.
/// - Throws: The error of the body; `CancellationError` when the current task is cancelled.
func value<Value: Sendable>(
    within limit: Duration, of body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let (results, result) = AsyncStream.makeStream(of: Result<Value, any Error>?.self)
    // The tasks are unstructured, because a task group would wait for the body.
    let task = Task { result.yield(await Result { try await body() }) }
    let timer = Task {
        try await Task.sleep(for: limit)
        result.yield(nil)
    }
    defer {
        task.cancel()
        timer.cancel()
    }
    for await result in results { return try result?.get() }
    throw CancellationError()
}

extension Result where Failure == any Error {
    /// Creates a result from the outcome of an asynchronous function.
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
