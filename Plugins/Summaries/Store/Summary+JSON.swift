import Foundation
import Trellis

extension Summary {
    /// The value of a key: the summary without its number, which is part of the key.
    private struct Record: Codable {
        var time: String
        var host: String?
        var items: Int
        var total: Int
        var revision: Int
        var changes: Changes?
    }

    /// Reads a value; nil if it is not a summary.
    init?(json: [UInt8], number: Int) {
        guard let record = try? JSONDecoder().decode(Record.self, from: Data(json)),
            let time = Date(rfc3339: record.time)
        else { return nil }
        self.init(
            number: number, time: time, host: record.host, items: record.items, total: record.total,
            revision: record.revision, changes: record.changes)
    }

    /// The value of the summary's key.
    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try encoder.encode(
                Record(
                    time: time.rfc3339WithMilliseconds, host: host, items: items, total: total, revision: revision,
                    changes: changes))
        }
    }
}
