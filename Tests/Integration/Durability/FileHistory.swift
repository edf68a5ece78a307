import Foundation

/// The recorded operations of a daemon on the files of its databases, for simulated crashes of the machine.
///
/// The model is the strictest that POSIX allows: a write is durable after the next synchronization of its file, and the name
/// of a file after the next synchronization of its folder.
struct FileHistory {
    /// The contents of the files after a crash, by path.
    typealias Remains = [String: Data]

    private enum Operation {
        case write(offset: Int, data: Data)
        case truncate(size: Int)
        case synchronize
        case create
        case delete
        case synchronizeFolder
    }

    private struct Record {
        var operation: Operation
        var path: String
        /// The position in the log after the record.
        var end: Int
    }

    private final class File {
        var durable = Data()
        var pending: [Operation] = []
    }

    private var records: [Record] = []

    /// Reads the log that the recorder wrote.
    init(log: Data) throws {
        var position = 0
        func number(_ index: Int) -> Int {
            log[position + index * 8..<position + index * 8 + 8].enumerated().reduce(0) {
                $0 | Int($1.element) << ($1.offset * 8)
            }
        }
        while position < log.count {
            let (kind, offset, dataLength, nameLength) = (number(0), number(2), number(3), number(4))
            let data = position + 40..<position + 40 + dataLength
            let end = data.upperBound + nameLength
            let operation: Operation
            switch kind {
            case 1: operation = .write(offset: offset, data: log[data])
            case 2: operation = .truncate(size: offset)
            case 3: operation = .synchronize
            case 4: operation = .create
            case 5: operation = .delete
            case 7: operation = .synchronizeFolder
            default: throw CocoaError(.fileReadCorruptFile)
            }
            let path = String(decoding: log[data.upperBound..<end], as: UTF8.self)
            records.append(Record(operation: operation, path: path, end: end))
            position = end
        }
    }

    /// The number of synchronizations of files.
    var synchronizations: Int {
        records.count { if case .synchronize = $0.operation { true } else { false } }
    }

    /// Returns the files after a crash at a position in the log.
    ///
    /// - Parameters:
    ///   - end: The position of the crash, in bytes.
    ///   - survives: Returns whether an unsynchronized write has reached the disk. Called for each such write.
    /// - Returns: The contents of the files, by path.
    func remains(at end: Int, survives: () -> Bool) -> Remains {
        var current: [String: File] = [:]
        var durable: [String: File] = [:]
        for record in records.prefix(while: { $0.end <= end }) {
            switch record.operation {
            case .create: current[record.path] = File()
            case .delete: current[record.path] = nil
            case .write, .truncate: current[record.path]?.pending.append(record.operation)
            case .synchronize:
                guard let file = current[record.path] else { continue }
                for operation in file.pending { Self.apply(operation, to: &file.durable) }
                file.pending = []
            case .synchronizeFolder:
                let isInside = { (path: String) in (path as NSString).deletingLastPathComponent == record.path }
                durable = durable.filter { !isInside($0.key) }
                for (path, file) in current where isInside(path) { durable[path] = file }
            }
        }
        return durable.mapValues { file in
            var data = file.durable
            for operation in file.pending where survives() { Self.apply(operation, to: &data) }
            return data
        }
    }

    private static func apply(_ operation: Operation, to data: inout Data) {
        switch operation {
        case .write(let offset, let bytes):
            if data.count < offset + bytes.count { data.append(Data(count: offset + bytes.count - data.count)) }
            data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        case .truncate(let size):
            data = size < data.count ? data.prefix(size) : data + Data(count: size - data.count)
        case .synchronize, .create, .delete, .synchronizeFolder: break
        }
    }
}
