import Trellis

/// The implementation of `io.trellis.Counter`.
struct CounterInterface: CounterService {
    let counter: Counter

    func add(amount: Int, context: CallContext) async throws -> CounterContract.AddReply {
        guard (1...1_000).contains(amount) else { throw CounterError.invalidAmount(amount: amount) }
        return CounterContract.AddReply(count: await counter.add(amount))
    }
}
