/// Why a request has no answer.
enum TransferError: Error, Sendable, Hashable {
    /// The server could not be reached, or did not answer in time, or answered that it can't.
    case away(reason: String)

    /// The server asks not to be asked for a while.
    case busy(retryAfter: Duration?)

    /// The answer is larger than may be.
    case tooLarge(limit: Int)
}

extension TransferError: CustomStringConvertible {
    /// What happened, in a sentence without its full stop.
    var description: String {
        switch self {
        case .away(let reason): reason
        case .busy: "it asks to be asked less often"
        case .tooLarge(let limit): "its answer has more than \(limit) bytes"
        }
    }
}
