extension VarlinkRouter {
    /// Serves a call to its end, in the task of the call.
    ///
    /// - Returns: The last reply, encoded; an error where the gate refused, the method threw or did not answer.
    ///
    /// Always inline, because what is a function of its own looks up the task's executor at its beginning and after its
    /// end.
    @inline(__always)
    func serve(_ call: ServerCall) async -> [UInt8] {
        var observer: CallObserver?
        do {
            switch try call.served.admission?(CallRequest(call: call)) {
            case nil: break
            case .pass(let someone): observer = someone
            case .wait(let decide): observer = try await decide()
            }
        } catch {
            _ = call.end()
            return reply(to: error).encoded()
        }
        guard let observer else { return await result(of: call).reply.encoded() }
        let clock = ContinuousClock()
        let beginning = clock.now
        let result = await result(of: call)
        observer(CallOutcome(error: result.reply.error, reason: result.reason, duration: clock.now - beginning))
        return result.reply.encoded()
    }

    @inline(__always)
    private func result(of call: ServerCall) async -> CallResult {
        do {
            switch call.served.work {
            case .introspection(let introspection):
                return CallResult(reply: try introspection.reply(to: call.message, method: call.method), reason: nil)
            case .handler(let handler):
                try await handler(call)
                guard let reply = call.end() else { throw ServerCallError.noReply(method: call.qualifiedMethod) }
                return CallResult(reply: reply, reason: nil)
            }
        } catch {
            _ = call.end()
            // Whether a method that sends to a client that goes sees this first, or that it is cancelled, is chance.
            let reason = error as? ServerCallError == .clientGone ? CancellationError() : error
            return CallResult(reply: reply(to: reason), reason: reason)
        }
    }
}
