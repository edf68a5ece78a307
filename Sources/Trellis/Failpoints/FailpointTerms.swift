import SystemPackage

/// The terms of a failpoint: which of its evaluations inject a fault.
///
/// A text of the form `TERM->TERM…` describes the terms, where `TERM` is `[PROBABILITY%][COUNT*]ACTION`. The syntax is that
/// of gofail (github.com/etcd-io/gofail) and FreeBSD's fail(9). At an evaluation, the first term applies whose count is not
/// exhausted and whose probability takes effect. `3*error(EIO)->1*delay(2000)` injects three errors and then a delay, and
/// `10.0%error(EIO)` an error in one of ten evaluations on average.
///
/// | action | effect |
/// |---|---|
/// | `off` | no fault; `1*off->error(EIO)` skips one evaluation |
/// | `error(EIO)` | the error `Errno` with a name of errno(3); also `return(EIO)` |
/// | `delay(2000)` | a delay in milliseconds, up to one day; also `sleep(2000)` |
/// | `pause` | a pause until the terms change |
/// | `panic` | the end of the process by a trap |
public struct FailpointTerms: Sendable, Hashable, CustomStringConvertible {
    /// The effect of a term.
    enum Action: Sendable, Hashable {
        case off
        case error(Errno)
        case delay(milliseconds: Int)
        case pause
        case panic
    }

    /// An action, and the evaluations at which it takes effect.
    struct Term: Sendable, Hashable {
        /// The probability in percent; nil for 100.
        var probability: Double?

        /// The remaining number of times; nil for any number.
        var count: Int?

        var action: Action
    }

    private(set) var terms: [Term]

    init(terms: [Term]) { self.terms = terms }

    /// Whether no evaluation injects a fault.
    var isOff: Bool { terms.allSatisfy { $0.action == .off } }

    /// Whether the counts of all terms are exhausted.
    var isExhausted: Bool { terms.allSatisfy { $0.count == 0 } }

    /// Returns the action of an evaluation, and counts it; nil when no term applies.
    mutating func next() -> Action? {
        for index in terms.indices where terms[index].count != 0 {
            if let probability = terms[index].probability, Double.random(in: 0..<100) >= probability { continue }
            if let count = terms[index].count { terms[index].count = count - 1 }
            return terms[index].action
        }
        return nil
    }

    /// The text of the terms with their remaining counts, without exhausted terms.
    public var description: String {
        terms.filter { $0.count != 0 }.map(\.description).joined(separator: "->")
    }
}

extension FailpointTerms.Term: CustomStringConvertible {
    var description: String {
        let probability = probability.map { "\($0)%" } ?? ""
        let count = count.map { "\($0)*" } ?? ""
        return probability + count + action.description
    }
}

extension FailpointTerms.Action: CustomStringConvertible {
    var description: String {
        switch self {
        case .off: "off"
        case .error(let error): "error(\(error.symbol ?? "\(error.rawValue)"))"
        case .delay(let milliseconds): "delay(\(milliseconds))"
        case .pause: "pause"
        case .panic: "panic"
        }
    }
}
