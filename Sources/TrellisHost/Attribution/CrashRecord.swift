import CAttribution
import Foundation
import Glibc
import Logging
import SystemPackage
import Trellis

/// The record of a crash of the daemon: which signal ended it, and whose code ran.
///
/// It is the file `crash` in the state directory, written by the crash itself. The next start reads it, says so in the
/// log, and begins a new one.
struct CrashRecord: Sendable, Hashable {
    /// The name of the file.
    static let fileName = "crash"

    /// The number of the signal.
    var signal: Int32

    /// The process that crashed.
    var process: Int32

    /// The plugin whose code ran; nil when it was none's.
    var plugin: String?

    /// When it was.
    var time: Date

    /// The record of the run before, if it crashed.
    ///
    /// - Parameter directory: The state directory.
    /// - Returns: The record; nil when the run before did not crash, or was not recorded.
    static func last(in directory: FilePath) -> CrashRecord? {
        var record = attribution_record()
        guard attribution_read(directory.appending(fileName).string, &record) == 0 else { return nil }
        let owner = withUnsafeBytes(of: &record.owner) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return CrashRecord(
            signal: record.signal, process: record.process, plugin: owner.isEmpty ? nil : owner,
            time: Date(timeIntervalSince1970: TimeInterval(record.seconds)))
    }

    /// Says in the log how the run before ended, if it crashed, and begins to record crashes of this one.
    ///
    /// - Parameters:
    ///   - directory: The state directory, which this process alone uses.
    ///   - logger: Told.
    static func begin(in directory: FilePath, logger: Logger) {
        if let last = last(in: directory) {
            logger.error(
                "the daemon crashed when it ran last",
                metadata: [
                    "signal": "\(last.signalName)", "plugin": "\(last.plugin ?? "none")",
                    "crashed": "\(last.time.rfc3339WithMilliseconds)",
                    "process": "\(last.process)",
                ])
        }
        let failure = attribution_install(directory.appending(fileName).string)
        if failure != 0 {
            logger.warning("crashes can't be recorded", metadata: ["error": "\(Errno(rawValue: failure))"])
        }
    }

    /// The name of the signal, such as `SIGSEGV`.
    var signalName: String {
        let names: [Int32: String] = [
            SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGSEGV: "SIGSEGV",
            SIGSYS: "SIGSYS",
            SIGTRAP: "SIGTRAP",
        ]
        return names[signal] ?? "signal \(signal)"
    }
}
