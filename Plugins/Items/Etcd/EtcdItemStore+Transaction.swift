import Etcd
import Foundation
import Items
import Trellis
import TrellisCluster

extension EtcdItemStore {
    /// Executes a change, unless a comparison does not hold.
    ///
    /// A request without an answer is repeated with the same comparisons, of which at most one attempt can satisfy all. Whether an
    /// attempt was executed follows from its identifier in the key `head`. If the comparisons can hold again after the change, the
    /// transaction is fenced: an attempt without an answer is prevented before the next one (``AdditionFence``).
    ///
    /// - Parameters:
    ///   - operations: The operations on the items, each on a key of its own.
    ///   - last: The number of the last change.
    ///   - history: The history to which the changes belong, which must be the current one.
    ///   - time: The time of the change.
    ///   - comparisons: The comparisons, which cannot hold after the change, or only if the transaction is fenced.
    ///   - isFenced: Whether the transaction is fenced. Default: false.
    ///   - deadline: The time at which the call ends.
    /// - Returns: The revision of the change in etcd; nil if a comparison does not hold.
    /// - Throws: ``ItemStoreFailure``; `CancellationError`.
    func commit(
        _ operations: [EtcdOperation], last: Int, of history: ItemHistory, at time: Date,
        if comparisons: [EtcdComparison], isFenced: Bool = false, until deadline: ContinuousClock.Instant
    ) async throws -> Int64? {
        let id = UUID.random().text
        let record = HeadRecord(attempt: id, time: time.milliseconds, last: history.base + last)
        let attempt = Attempt(
            id: id, operations: [.put(keys.head, try EtcdBytes(json: record))] + Self.grouped(operations),
            comparisons: comparisons + [history.isCurrent(in: keys)], isFenced: isFenced)
        log.expect(id)
        defer { log.forget(id) }
        let revision: Int64?
        switch await send(attempt, using: client.limited(until: deadline)) {
        // Most changes end here.
        case .executed(let executed): revision = executed
        case let answer:
            revision = try await withDeadline(deadline) { try await self.settle(attempt, after: answer) }
        }
        if let revision { try log.note(written: revision, in: history) }
        return revision
    }

    /// A transaction that may be sent repeatedly.
    private struct Attempt: Sendable {
        var id: String
        var operations: [EtcdOperation]
        var comparisons: [EtcdComparison]
        var isFenced: Bool
    }

    /// The answer to a request.
    private enum Answer: Sendable {
        /// The transaction was executed at a revision.
        case executed(Int64)

        /// A comparison does not hold; the associated value is the compared revision of the fence, or nil if there was none.
        case rejected(fence: Int64?)

        /// The request failed, and may have been executed, or may still be.
        case failed(EtcdError, mayBeExecuted: Bool)
    }

    /// The maximum number of operations in one group, which etcd limits (`--max-txn-ops`, 128, minus those around it).
    private static let groupSize = 100

    /// Divides operations into nested transactions without comparisons.
    private static func grouped(_ operations: [EtcdOperation]) -> [EtcdOperation] {
        guard operations.count > groupSize else { return operations }
        return stride(from: 0, to: operations.count, by: groupSize).map { start in
            .transaction(compare: [], success: Array(operations[start..<min(start + groupSize, operations.count)]))
        }
    }

    /// Sends a transaction once.
    private func send(_ attempt: Attempt, using client: EtcdClient) async -> Answer {
        var isBeingSent = false
        do {
            var compare = attempt.comparisons
            let expected = attempt.isFenced ? try await fence.revision(in: client) : nil
            if let expected { compare.append(fence.unchanged(since: expected)) }
            isBeingSent = true
            let result = try await client.transaction(compare: compare, success: attempt.operations)
            return result.succeeded ? .executed(result.revision) : .rejected(fence: expected)
        } catch {
            return .failed(error, mayBeExecuted: isBeingSent && error.outcome != .notDone)
        }
    }

    /// Sends a transaction again until its outcome is known, or the task is cancelled.
    private func settle(_ attempt: Attempt, after first: Answer) async throws -> Int64? {
        var answer = first
        var wasSent = false
        var problem: String?
        do {
            while true {
                switch answer {
                case .executed(let revision): return revision
                case .rejected(let expected):
                    // An earlier attempt may be the reason why a comparison does not hold.
                    if wasSent, let revision = try await revision(of: attempt) { return revision }
                    guard let expected else { return nil }
                    do {
                        // Another addition may have raised the fence meanwhile.
                        if try await fence.refresh(from: client) == expected { return nil }
                    } catch {
                        answer = .failed(error, mayBeExecuted: false)
                        continue
                    }
                case .failed(let error, let mayBeExecuted):
                    if !Task.isCancelled { problem = error.problem }
                    let wasSentBefore = wasSent
                    if mayBeExecuted { wasSent = true }
                    if !wasSent { try Task.checkCancellation() }
                    guard wasSent || error.cause.isTemporary else {
                        throw error.cause == .requestTooLarge
                            ? ItemStoreFailure.tooLarge(reason: error.problem)
                            : ItemStoreFailure.unavailable(reason: error.problem)
                    }
                    // etcd has no space for a repetition.
                    if error.cause == .noSpace {
                        if wasSent, let revision = try await revision(of: attempt) { return revision }
                        // A member may still hold back an earlier attempt.
                        throw wasSentBefore
                            ? ItemStoreFailure.outcomeUnknown(reason: error.problem)
                            : ItemStoreFailure.full(reason: error.problem)
                    }
                    if wasSent, attempt.isFenced { try await raiseFence() }
                    if wasSent, let revision = try await revision(of: attempt) { return revision }
                    try await clock.sleep(Self.pause)
                }
                answer = await send(attempt, using: client)
            }
        } catch let failure as ItemStoreFailure {
            throw failure
        } catch {
            if wasSent { throw ItemStoreFailure.outcomeUnknown(reason: problem ?? whyUnavailable) }
            if let problem { throw ItemStoreFailure.unavailable(reason: problem) }
            throw error
        }
    }

    /// Raises the fence until etcd confirms it, or the task is cancelled.
    private func raiseFence() async throws {
        while true {
            do { return try await fence.raise(in: client) } catch { try await clock.sleep(Self.pause) }
        }
    }

    /// The pause before a repetition.
    private static let pause = Duration.milliseconds(100)

    /// Finds out whether a transaction was executed before the call.
    ///
    /// - Returns: Its revision; nil if it was not executed.
    /// - Throws: ``ItemStoreFailure/outcomeUnknown(reason:)`` when this cannot be found out; `CancellationError`.
    private func revision(of attempt: Attempt) async throws -> Int64? {
        while true {
            do {
                try await catchUp()
                break
            } catch is ItemStoreFailure {
                try await clock.sleep(Self.pause)
            }
        }
        switch log.sighting(of: attempt.id) {
        case .executed(let revision): return revision
        case .unseen: return nil
        case .missed:
            throw ItemStoreFailure.outcomeUnknown(
                reason: "etcd has discarded the changes of this time before this host has read them")
        }
    }
}

extension EtcdError.Cause {
    /// Whether a request that was not executed can succeed soon.
    fileprivate var isTemporary: Bool {
        switch self {
        case .unavailable, .timedOut, .noLeader, .leaderChanged, .requestLost, .tooManyRequests, .learner: true
        default: false
        }
    }
}
