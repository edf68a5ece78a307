import Varlink

/// Refuses what it is told to, and writes down what it sees.
struct TrialGate: CallGate {
    let diary = Diary()
    var guarded: @Sendable (String) -> Bool = { _ in true }
    var refusal: @Sendable (CallRequest) -> (any Error)? = { _ in nil }

    func admission(to method: VarlinkContract.Method, of interface: String) -> CallAdmission? {
        guarded(interface + "." + method.name) ? admit : nil
    }

    private func admit(_ request: CallRequest) throws -> CallVerdict {
        diary.write("\(request.qualifiedMethod) \(request.parameters.text)")
        if let error = refusal(request) { throw error }
        return .pass { [diary] outcome in
            if outcome.reason is CancellationError { diary.write("\(request.method.name) was cancelled") }
            if outcome.duration < .zero { diary.write("negative duration") }
            diary.write("\(request.method.name): \(outcome.error ?? "answered")")
        }
    }
}
