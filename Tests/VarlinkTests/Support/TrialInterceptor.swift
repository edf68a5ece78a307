import Varlink

/// Rejects the configured calls, and records all of them.
struct TrialInterceptor: CallInterceptor {
    let diary = Diary()
    var isIntercepted: @Sendable (String) -> Bool = { _ in true }
    var rejection: @Sendable (CallRequest) -> (any Error)? = { _ in nil }

    func interception(of method: VarlinkContract.Method, in interface: String) -> CallInterception? {
        isIntercepted(interface + "." + method.name) ? decide : nil
    }

    private func decide(_ request: CallRequest) throws -> CallDecision {
        diary.write("\(request.qualifiedMethod) \(request.parameters.text)")
        if let error = rejection(request) { throw error }
        return .proceed { [diary] outcome in
            if outcome.reason is CancellationError { diary.write("\(request.method.name) was cancelled") }
            if outcome.duration < .zero { diary.write("negative duration") }
            diary.write("\(request.method.name): \(outcome.error ?? "answered")")
        }
    }
}
