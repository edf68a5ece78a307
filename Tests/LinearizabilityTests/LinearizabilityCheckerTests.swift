import LinearizabilityTesting
import Testing

/// The search, on random histories and on a large one.
@Suite("The linearizability checker", .timeLimit(.minutes(2)))
struct LinearizabilityCheckerTests {
    /// Decides by trying every order, and every choice of the operations with an unknown outcome.
    private func isLinearizable(_ rest: [Operation], in state: RegisterModel.State = .absent) -> Bool {
        if rest.allSatisfy({ $0.completion == nil }) { return true }
        let end = rest.compactMap(\.completion).min() ?? .max
        return rest.indices.contains { index in
            guard rest[index].call <= end,
                let next = RegisterModel().state(after: rest[index].action, in: state)
            else { return false }
            var others = rest
            others.remove(at: index)
            return isLinearizable(others, in: next)
        }
    }

    /// Returns a random action.
    ///
    /// The operations have counts of their own, as the preparation requires, and few values are read.
    private func action(_ number: Int, using random: inout RepeatableRandom) -> Action {
        let other = Int.random(in: 0..<7, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .add(number)
        case 7:
            let kept = Value(title: "t\(other)", count: number, revision: number)
            return .update(title: nil, count: number, ifRevision: nil, result: kept)
        case 1: return .update(number)
        case 2: return .update(number, ifRevision: other)
        case 3: return .delete(ifRevision: Bool.random(using: &random) ? other : nil)
        case 4: return .readRevision(other)
        case 5: return .read(nil)
        default: return .read(other)
        }
    }

    @Test("agrees with an exhaustive search on random histories")
    func exhaustive() {
        var random = RepeatableRandom(state: 1)
        var counts = [true: 0, false: 0]
        for _ in 0..<20_000 {
            let history = (0..<7).map { number in
                let call = Int64.random(in: 0..<10, using: &random)
                let isKnown = Int.random(in: 0..<4, using: &random) > 0
                return at(
                    call, isKnown ? call + .random(in: 0..<8, using: &random) : nil, action(number, using: &random))
            }
            let expected = isLinearizable(history)
            counts[expected, default: 0] += 1
            let plain = LinearizabilityChecker(RegisterModel()).check(history)
            let prepared = verdict(of: history)
            guard plain.isLinearizable == expected, prepared.isLinearizable == expected else {
                let lines = history.map { "\($0.call)-\($0.completion ?? -1) \($0.action)" }.joined(separator: "\n")
                Issue.record("\(lines)\nexpected \(expected), found \(plain), prepared \(prepared)")
                return
            }
        }
        #expect(counts[true, default: 0] > 500 && counts[false, default: 0] > 500, "\(counts)")
    }

    /// Returns the history of clients of a correct register, in which every tenth update has an unknown outcome.
    private func largeHistory(of size: Int, clients: Int) -> [Operation] {
        var random = RepeatableRandom(state: 2)
        var history = [at(0, 1, .add(0))]
        var state = value(0)
        // A condition contains a revision that a client has received.
        var isReceived = true
        var free = Array(repeating: Int64(2), count: clients)
        for number in 1..<size {
            // The operations take effect in the order of their numbers, at the time 10 × number.
            let effect = Int64(10 * number)
            let client = free.indices.filter { free[$0] < effect }.randomElement(using: &random) ?? 0
            let call = Int64.random(in: max(free[client], effect - 100)...effect, using: &random)
            let completion = effect + 1 + .random(in: 0..<100, using: &random)
            free[client] = completion + 1
            if Bool.random(using: &random) {
                isReceived = true
                history.append(at(call, completion, .read(state.count)))
            } else if number.isMultiple(of: 10) {
                // It may or may not have been executed.
                if Bool.random(using: &random) { (state, isReceived) = (value(number), false) }
                history.append(at(call, nil, .lost(number)))
            } else {
                let condition = isReceived && Bool.random(using: &random) ? state.revision : nil
                (state, isReceived) = (value(number), true)
                history.append(at(call, completion, .update(number, ifRevision: condition)))
            }
        }
        return history
    }

    @Test("decides a large history, with one wrong result and without")
    func large() throws {
        var history = largeHistory(of: 10_000, clients: 12)
        #expect(verdict(of: history).isLinearizable)
        let last = try #require(history.lastIndex { if case .read = $0.action { true } else { false } })
        history[last].action = .read(0)
        #expect(verdict(of: history).isViolation)
    }
}
