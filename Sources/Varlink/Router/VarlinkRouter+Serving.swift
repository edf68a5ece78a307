extension VarlinkRouter {
    /// Serves a call to its end, in the task of the call.
    ///
    /// - Returns: The last reply, encoded; an error where the gate refused, the method threw or did not answer.
    func serve(_ call: ServerCall) async -> [UInt8] {
        guard let gate = call.served.gate else { return await result(of: call).reply.encoded() }
        let clock = ContinuousClock()
        let arrival = clock.now
        let observer: CallObserver?
        do {
            observer = try await gate.admit(call.request)
        } catch {
            _ = call.end()
            return reply(to: error).encoded()
        }
        let result = await result(of: call)
        observer?(CallOutcome(error: result.reply.error, reason: result.reason, duration: clock.now - arrival))
        return result.reply.encoded()
    }

    private func result(of call: ServerCall) async -> CallResult {
        switch call.served.work {
        case .prepared(let reply):
            return CallResult(reply: reply, reason: nil)
        case .handler(let handler):
            do {
                try await handler(call)
                guard let reply = call.end() else { throw ServerCallError.noReply(method: call.qualifiedMethod) }
                return CallResult(reply: reply, reason: nil)
            } catch {
                _ = call.end()
                return CallResult(reply: reply(to: error), reason: error)
            }
        }
    }
}
