import Etcd
import Foundation
import TrellisHost

/// The value of a host's key.
struct HostRecord: Codable, Sendable {
    /// The identifier of the machine (machine-id(5)), so that no two machines use one name; empty if it cannot be read.
    var machine: String

    /// The description.
    var host: ClusterHost

    /// Creates the record of a host on this machine.
    init(of host: ClusterHost) {
        let text = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
        machine = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        self.host = host
    }

    /// Reads a record.
    init(json: EtcdBytes) throws { self = try JSONDecoder().decode(HostRecord.self, from: Data(json.bytes)) }

    /// The record in JSON.
    var json: EtcdBytes {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return EtcdBytes(try encoder.encode(self))
        }
    }
}
