@_spi(Dynamic) import Scopes
import Testing

/// Records creation and closing of instances with their inputs, and every violation of the order.
final class Record: Sendable {
    struct State: Sendable {
        var lastNumber = 0
        /// The number of instances of each binding, by its label.
        var counts: [String: Int] = [:]
        /// The inputs of each instance that is alive.
        var alive: [Int: [Int]] = [:]
        var closed: Set<Int> = []
        var problems: [String] = []
        var lazies: [Lazy<any Sendable>] = []
        var lives: [Live<any Sendable>] = []
    }

    private let state = Guarded(State())

    var problems: [String] { state.withLock { $0.problems } }
    var aliveCount: Int { state.withLock { $0.alive.count } }
    var madeCount: Int { state.withLock { $0.lastNumber } }
    var counts: [String: Int] { state.withLock { $0.counts } }
    var lazies: [Lazy<any Sendable>] { state.withLock { $0.lazies } }
    var lives: [Live<any Sendable>] { state.withLock { $0.lives } }

    /// Returns a binding for an item, whose instances are stored in this record under a unique label.
    func binding(for item: RandomGraph.Item, _ label: String) -> Binding {
        var options: [BindingOption<any Sendable>] = [.onClose { self.close($0) }]
        if item.isLazy { options.append(.lazily) }
        if item.isTransient { options.append(.transient) }
        if item.isPrivate { options.append(.private) }
        if item.isAsynchronous {
            return Binding(named: item.name, requirements: item.requirements, role: item.role, options: options) {
                inputs async in
                await Task.yield()
                return self.make(label, inputs)
            }
        }
        return Binding(named: item.name, requirements: item.requirements, role: item.role, options: options) { inputs in
            self.make(label, inputs)
        }
    }

    /// Records a violation.
    func note(problem: String) {
        state.withLock { $0.problems.append(problem) }
    }

    private func make(_ name: String, _ inputs: [DynamicInput]) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.counts[name, default: 0] += 1
            var handed: [Int] = []
            for input in inputs {
                switch input {
                case .instance(let other): handed.append(other as? Int ?? 0)
                case .all(let others): handed += others.map { $0 as? Int ?? 0 }
                case .lazy(let lazy): state.lazies.append(lazy)
                case .live(let live): state.lives.append(live)
                case .absent: break
                }
            }
            for other in handed where state.alive[other] == nil {
                state.problems.append("\(name) received \(other), which is not alive")
            }
            state.alive[state.lastNumber] = handed
            return state.lastNumber
        }
    }

    private func close(_ instance: any Sendable) {
        guard let number = instance as? Int else { return }
        state.withLock { state in
            if !state.closed.insert(number).inserted { state.problems.append("\(number) was closed twice") }
            for (other, handed) in state.alive where handed.contains(number) {
                state.problems.append("\(number) was closed before \(other), which received it")
            }
            state.alive[number] = nil
        }
    }
}
