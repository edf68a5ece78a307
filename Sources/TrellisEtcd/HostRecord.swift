import Etcd
import Foundation
import TrellisHost

/// The value of a host's key.
struct HostRecord: Codable, Sendable {
    /// The identifier of the machine (machine-id(5)), so that no two machines use one name; empty if it cannot be read.
    var machine: String

    /// The identifier of the process, because a copy of the machine has the same ``machine``; nil in the record of version 0.2.0.
    var process: String?

    /// The description.
    var host: ClusterHost

    /// Creates the record of a host on this machine.
    init(of host: ClusterHost, process: String) {
        self.process = process
        machine = Self.localMachine
        self.host = host
    }

    /// The identifier of this machine; empty if it cannot be read.
    static let localMachine =
        (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8))?
        .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""

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
