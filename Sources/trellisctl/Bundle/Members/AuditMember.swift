import HostInterface
import Varlink

/// A summary of the audit log: the numbers of calls, without their callers.
enum AuditMember: BundleMember {
    static let name = "audit.json"
    static let contents = "The numbers of recorded calls by method and outcome, without the callers."

    /// The maximum number of records that are counted; older records are omitted.
    private static let maximum = 10_000

    /// The calls of one method with one outcome.
    private struct Key: Hashable, Comparable {
        var plugin: String
        var method: String
        var outcome: String

        static func < (one: Key, other: Key) -> Bool {
            (one.plugin, one.method, one.outcome) < (other.plugin, other.method, other.outcome)
        }
    }

    static func collect(in environment: BundleEnvironment) async throws -> String {
        let host = HostClient(try await environment.connect())
        let replies = host.readAudit(
            since: nil, until: nil, user: nil, plugin: nil, method: nil, outcome: nil, failed: nil, limit: maximum,
            follow: nil)
        var calls: [Key: (count: Int, slowest: Int)] = [:]
        var times: (first: String, last: String)?
        var gaps: [JSONValue] = []
        for try await reply in replies {
            if let gap = reply.gap { gaps.append(try JSONValue(gap)) }
            guard let record = reply.record else { continue }
            times = (times?.first ?? record.time, record.time)
            let key = Key(plugin: record.plugin, method: record.method, outcome: record.outcome)
            let known = calls[key] ?? (0, 0)
            calls[key] = (known.count + 1, max(known.slowest, record.microseconds ?? 0))
        }
        var summary: JSONObject = ["maximum": .integer(Int64(maximum))]
        summary["first"] = times.map { .string($0.first) }
        summary["last"] = times.map { .string($0.last) }
        summary["calls"] = .array(
            calls.sorted { $0.key < $1.key }.map { key, call in
                [
                    "plugin": .string(key.plugin), "method": .string(key.method), "outcome": .string(key.outcome),
                    "count": .integer(Int64(call.count)), "slowestMicroseconds": .integer(Int64(call.slowest)),
                ]
            })
        summary["gaps"] = .array(gaps)
        return JSONValue.object(summary).formatted(.pretty) + "\n"
    }
}
