import Foundation
import HostInterface
import Logging
import Systemd
import Testing
import TrellisTesting

@testable import TrellisHost

@Suite("The events of the daemon", .timeLimit(.minutes(2)))
struct HostEventTests {
    /// An entry of the catalog.
    private struct Explanation {
        var identifier: String
        var headers: [String: String] = [:]
        var text = ""
    }

    /// The entries of `systemd/trellis.catalog`.
    private func catalog() throws -> [Explanation] {
        let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(contentsOf: checkout.appending(path: "systemd/trellis.catalog"), encoding: .utf8)
        var entries: [Explanation] = []
        var isHeader = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("#") {
            #expect(line.count <= 76, "\(line)")
            if line.hasPrefix("-- ") {
                entries.append(Explanation(identifier: String(line.dropFirst(3))))
                isHeader = true
            } else if entries.isEmpty || line.isEmpty {
                isHeader = false
            } else if isHeader, let colon = line.firstIndex(of: ":") {
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                entries[entries.count - 1].headers[String(line[..<colon])] = String(value)
            } else {
                entries[entries.count - 1].text += line + "\n"
            }
        }
        return entries
    }

    @Test("all have an entry in the journal catalog, which has no other entries")
    func catalogIsComplete() throws {
        let catalog = try catalog()
        #expect(catalog.map(\.identifier) == HostEvent.allCases.map(\.rawValue))
        for entry in catalog {
            #expect(MessageIdentifier(entry.identifier)?.description == entry.identifier)
            #expect(entry.headers["Subject"]?.isEmpty == false)
            #expect(entry.headers["Defined-By"] == "trellisd")
            #expect(!entry.text.isEmpty, "\(entry.identifier)")
        }
        #expect(HostEvent.auditedCall.rawValue == AuditTrail.messageID)
    }

    @Test("are logged at their level, with their identifier")
    func logging() {
        let log = LogRecorder(level: .notice)
        log.logger("test").log(.pluginDegraded, "degraded", metadata: ["reason": "full"])
        log.logger("test").log(.clientConnected, "connected")
        #expect(log.lines == ["degraded messageID=\(HostEvent.pluginDegraded.rawValue) reason=full"])
    }
}
