/// The result of a call.
private struct CallResult: Sendable {
    /// The final reply.
    let reply: ReplyMessage

    /// The error that was thrown; nil when the method succeeded.
    let reason: (any Error)?
}

extension VarlinkRouter {
    /// Serves a call to its end, in the task of the call.
    ///
    /// Always inlined, since a separate function would look up the task's executor twice.
    ///
    /// - Parameters:
    ///   - call: The call, which has not been intercepted yet.
    ///   - served: The method of the call.
    /// - Returns: The encoded final reply: an error when the interceptor rejected the call, or the method threw or did
    ///   not reply.
    @inline(__always)
    func serve(_ call: ServerCall, by served: ServedMethod) async -> [UInt8] {
        let completion: CallCompletionHandler?
        do {
            switch try served.interception?(CallRequest(call: call)) {
            case nil: completion = nil
            case .proceed(let handler): completion = handler
            case .proceedAfter(let decide): completion = try await decide()
            }
        } catch {
            _ = call.end()
            return reply(to: error).encoded()
        }
        guard let completion else { return await result(of: call, by: served).reply.encoded() }
        let clock = ContinuousClock()
        let start = clock.now
        let result = await result(of: call, by: served)
        completion(CallOutcome(error: result.reply.error, reason: result.reason, duration: clock.now - start))
        return result.reply.encoded()
    }

    @inline(__always)
    private func result(of call: ServerCall, by served: ServedMethod) async -> CallResult {
        do {
            switch served.implementation {
            case .introspection:
                return CallResult(reply: try introspection.reply(to: call.message, method: call.method), reason: nil)
            case .handler(let handler):
                try await handler(call)
                guard let reply = call.end() else { throw ServerCallError.noReply(method: call.qualifiedMethod) }
                return CallResult(reply: reply, reason: nil)
            }
        } catch {
            _ = call.end()
            // When the client closes the connection, the method may observe either this error or its cancellation
            // first.
            let reason = error as? ServerCallError == .connectionClosed ? CancellationError() : error
            return CallResult(reply: reply(to: reason), reason: reason)
        }
    }
}
