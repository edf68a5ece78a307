import Synchronization
import Varlink

/// The clients that are being certified: which call each has to make next.
final class CertificationClients: Sendable {
    /// The calls of a certification after Start, in order.
    static let order =
        (1...11).map { "Test" + ($0 < 10 ? "0" : "") + String($0) } + ["End"]

    private struct State {
        /// How many calls each has made.
        var progress: [String: Int] = [:]
        /// The clients, the oldest first.
        var names: [String] = []
    }

    /// Beyond so many, the oldest is forgotten.
    private static let limit = 1000

    private let state = Mutex(State())

    /// Begins a certification.
    ///
    /// - Returns: The name of the client.
    func start() -> String {
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        state.withLock { state in
            state.progress[name] = 0
            state.names.append(name)
            if state.names.count > Self.limit { state.progress[state.names.removeFirst()] = nil }
        }
        return name
    }

    /// Notes a call.
    ///
    /// - Throws: `CertificationError` when it is not this client's turn to make it. The certification has ended then.
    func advance(_ name: String, calling method: String) throws(CertificationError) {
        let expected: String? = state.withLock { state in
            guard let done = state.progress[name] else { return nil }
            state.progress[name] = Self.order[done] == method && method != "End" ? done + 1 : nil
            return Self.order[done]
        }
        guard let expected else { throw .clientIdError }
        if expected != method {
            throw .certificationError(wants: ["method": .string(expected)], got: ["method": .string(method)])
        }
    }

    /// Ends a certification that has failed.
    func fail(_ name: String) {
        state.withLock { $0.progress[name] = nil }
    }
}
