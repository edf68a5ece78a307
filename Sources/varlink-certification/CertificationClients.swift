import Synchronization
import Varlink

/// The state of the certifications: the next expected call of each client.
final class CertificationClients: Sendable {
    /// The calls of a certification after Start, in order.
    static let order =
        (1...11).map { "Test" + ($0 < 10 ? "0" : "") + String($0) } + ["End"]

    private struct State {
        /// The number of calls of each client.
        var progress: [String: Int] = [:]
        /// The clients, beginning with the oldest one.
        var names: [String] = []
    }

    /// The maximum number of clients; the oldest one is removed for a new one.
    private static let limit = 1000

    private let state = Mutex(State())

    /// Begins a certification.
    ///
    /// - Returns: The identifier of the client.
    func start() -> String {
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        state.withLock { state in
            state.progress[name] = 0
            state.names.append(name)
            if state.names.count > Self.limit { state.progress[state.names.removeFirst()] = nil }
        }
        return name
    }

    /// Records a call.
    ///
    /// - Throws: `CertificationError` if another call is expected. The certification has then ended.
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

    /// Ends a failed certification.
    func fail(_ name: String) {
        state.withLock { $0.progress[name] = nil }
    }
}
