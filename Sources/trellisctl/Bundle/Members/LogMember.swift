import HostInterface
import Varlink

/// The newest entries of the daemon's log.
enum LogMember: BundleMember {
    static let name = "log.jsonl"
    static let contents = "The newest entries of the daemon's log. They may name files and users."

    static func collect(in environment: BundleEnvironment) async throws -> String {
        let host = HostClient(try await environment.connect())
        var text = ""
        for try await reply in host.readLog(plugin: nil, level: nil, requestID: nil, since: nil, follow: nil) {
            // A reply is an entry, or the number of entries that were overwritten before they could be read.
            let line = try reply.entry.map { try JSONValue($0) } ?? JSONValue(reply)
            if reply.entry != nil || reply.missed != nil { text += line.formatted(.compact) + "\n" }
        }
        return text
    }
}
