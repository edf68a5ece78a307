import RFC3339
import Testing
import Trellis

@testable import TrellisHost

@Suite("The limit on records of rejected calls", .timeLimit(.minutes(2)))
struct RefusalLimitTests {
    private static let start = ContinuousClock.now

    /// A limit, and the calls that have passed it.
    private struct Trial {
        var limit = RefusalLimit()

        /// Rejects calls at a time in seconds, and returns the numbers of calls for which the records stand.
        mutating func reject(
            _ number: Int = 1, _ method: String = "a.b.C", user: UInt32 = 1,
            outcome: AuditEntry.Outcome = .refused, at seconds: Int
        ) -> [Int] {
            (0..<number).compactMap { _ in
                let entry = AuditEntry(
                    method: method, plugin: "items", peer: PeerCredentials(processID: 1, userID: user, groupID: 1),
                    role: .operate, outcome: outcome)
                let decision = limit.decide(
                    entry, at: Timestamp(seconds: seconds), RefusalLimitTests.start + .seconds(seconds))
                return switch decision {
                case .record(let entry): entry.count
                case .wait: nil
                case .drop: -1
                }
            }
        }

        /// The records that are due at a time in seconds, or all: the method, the number of calls and the time of the last.
        mutating func due(at seconds: Int? = nil) -> [String] {
            limit.takeWaiting(at: seconds.map { RefusalLimitTests.start + .seconds($0) }).map {
                "\($0.entry.method) \($0.entry.count) \($0.time.seconds)"
            }
        }
    }

    @Test(
        "the first calls have a record each, and then one record per minute stands for the calls since the previous one"
    )
    func repetition() {
        var trial = Trial()
        #expect(trial.reject(10, at: 0) == Array(repeating: 1, count: 10))
        #expect(trial.reject(70, at: 1) == [])
        #expect(trial.due(at: 59) == [])
        #expect(trial.reject(29, at: 59) == [])
        #expect(trial.due(at: 60) == ["a.b.C 99 59"])
        #expect(trial.due(at: 60) == [])
        #expect(trial.reject(5, at: 61) == [])
        // The next call is recorded with those before it.
        #expect(trial.reject(at: 120) == [6])
        #expect(trial.reject(3, at: 121) == [])
        #expect(trial.due() == ["a.b.C 3 121"])
        #expect(trial.due() == [])
    }

    @Test("a day of repeated calls has at most a record per minute")
    func day() {
        var trial = Trial()
        var (records, calls) = (0, 0)
        for second in 0..<86_400 {
            let counts = trial.reject(5, at: second)
            records += counts.count
            calls += counts.reduce(0, +)
        }
        #expect(records <= 10 + 1_440)
        calls += trial.due().compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.reduce(0, +)
        #expect(calls == 5 * 86_400)
    }

    @Test("users and methods have separate limits, and the text of a rejected request does not count")
    func sources() {
        var trial = Trial()
        #expect(trial.reject(20, at: 0).count == 10)
        #expect(trial.reject(20, "a.b.D", at: 0).count == 10)
        #expect(trial.reject(20, user: 2, at: 0).count == 10)
        let recorded = (0..<20).map { trial.reject(1, "GET /\($0)", outcome: .rejected("\($0)"), at: 0).count }
        #expect(recorded.reduce(0, +) == 10)
        #expect(trial.due().sorted() == ["GET /19 10 0", "a.b.C 10 0", "a.b.C 10 0", "a.b.D 10 0"])
    }

    @Test("a source that is quiet for ten minutes is as new, and makes room for another one")
    func room() {
        var trial = Trial()
        for user in 0..<UInt32(RefusalLimit.maximumSources) { #expect(trial.reject(10, user: user, at: 0).count == 10) }
        #expect(trial.reject(user: 5_000, at: 540) == [-1])
        #expect(trial.reject(user: 5_000, at: 600) == [1])
        #expect(trial.reject(11, user: 0, at: 600).count == 10)
    }
}
