/// The operations on one register, prepared for the checker.
///
/// Each addition and update sets a count that no other operation sets, and the titles that operations set are unique, too. A client
/// that receives such a value has therefore observed the effect of exactly one operation. The preparation changes no verdict: an
/// operation whose effect was observed took effect before the observation, and an update whose effect was not observed may never have
/// taken effect.
package struct RegisterHistory: Sendable {
    /// An operation on the register.
    package typealias Operation = TimedOperation<RegisterModel.Action>

    private var operations: [Operation] = []

    /// The observed values by their count.
    private var values: [Int: RegisterModel.Value] = [:]

    /// The earliest times at which counts, titles and revisions were observed.
    private var counts: [Int: Int64] = [:]
    private var titles: [String: Int64] = [:]
    private var revisions: [Int: Int64] = [:]

    package init() {}

    /// The number of operations.
    package var count: Int { operations.count }

    /// Adds an operation.
    package mutating func append(_ operation: Operation) {
        operations.append(operation)
        // An operation with an unknown outcome may depend on another one, at an unknown time.
        let completion = operation.completion ?? .max
        switch operation.action {
        case .read(.present(let value)): if operation.completion != nil { observe(value, at: completion) }
        case .readRevision(let revision): observe(revision: revision, at: completion)
        case .update(let title, _, let expected, let result):
            if let expected { observe(revision: expected, at: completion) }
            // The update left the title of another operation.
            if title == nil, let result { observe(title: result.title, at: completion) }
        case .delete(let expected): if let expected { observe(revision: expected, at: completion) }
        case .read(.absent), .add: break
        }
    }

    /// Notes a value that was received by other means than an operation, for example by a watch.
    package mutating func observe(_ value: RegisterModel.Value, at time: Int64) {
        values[value.count] = values[value.count] ?? value
        counts[value.count] = min(counts[value.count] ?? .max, time)
        observe(title: value.title, at: time)
        if let revision = value.revision { observe(revision: revision, at: time) }
    }

    private mutating func observe(title: String, at time: Int64) { titles[title] = min(titles[title] ?? .max, time) }

    private mutating func observe(revision: Int, at time: Int64) {
        revisions[revision] = min(revisions[revision] ?? .max, time)
    }

    /// The operations for the checker.
    package var prepared: [Operation] { withoutTrivialReads(operations.compactMap(resolve)) }

    /// Resolves the outcome of an operation from the observations.
    ///
    /// - Returns: The operation; nil if it needs no place in the order.
    private func resolve(_ operation: Operation) -> Operation? {
        guard operation.completion == nil else { return operation }
        var resolved = operation
        switch operation.action {
        case .add(let value):
            let known = values[value.count]?.revision ?? value.revision
            resolved.action = .add(RegisterModel.Value(title: value.title, count: value.count, revision: known))
            resolved.completion = observation(count: value.count, title: value.title, revision: known)
        case .update(let title, let count, let expected, let result):
            let known = values[count] ?? result
            resolved.action = .update(title: title, count: count, ifRevision: expected, result: known)
            resolved.completion = observation(count: count, title: title, revision: known?.revision)
            if resolved.completion == nil { return nil }
        case .delete: break
        case .read, .readRevision: return nil
        }
        // An observation before the call is impossible, and must remain so.
        if let completion = resolved.completion, completion < resolved.call || completion == .max {
            resolved.completion = nil
        }
        return resolved
    }

    /// The earliest observation of the effect of an operation; nil if there is none.
    private func observation(count: Int, title: String?, revision: Int?) -> Int64? {
        [counts[count], title.flatMap { titles[$0] }, revision.flatMap { revisions[$0] }].compactMap(\.self).min()
    }

    /// Omits reads of an absent register that are possible in every order: those before the first addition, and all but one of
    /// those after every other operation.
    private func withoutTrivialReads(_ operations: [Operation]) -> [Operation] {
        let others = operations.filter { $0.action != .read(.absent) }
        let begin = others.map(\.call).min() ?? .max
        let end = others.compactMap(\.completion).max() ?? .min
        var hasLast = false
        return operations.filter { operation in
            guard operation.action == .read(.absent) else { return true }
            if let completion = operation.completion, completion < begin { return false }
            guard operation.call > end else { return true }
            defer { hasLast = true }
            return !hasLast
        }
    }
}
