import CAttribution
import Foundation
import Glibc
import Logging
import SystemPackage
import Trellis

/// The record of a crash of the daemon: the signal that ended it and the plugin whose code ran.
///
/// The signal handler writes the record to the file `crash` in the state directory. The next start logs its contents
/// and replaces the file.
struct CrashRecord: Sendable, Hashable {
    /// The name of the file.
    static let fileName = "crash"

    /// The number of the signal.
    var signal: Int32

    /// The process that crashed.
    var process: Int32

    /// The plugin whose code ran, if any.
    var plugin: String?

    /// The time of the crash.
    var time: Date

    /// Reads the record of the previous run.
    ///
    /// - Parameter directory: The state directory.
    /// - Returns: The record; nil when the previous run did not crash, or the crash was not recorded.
    static func last(in directory: FilePath) -> CrashRecord? {
        var record = attribution_record()
        guard attribution_read(directory.appending(fileName).string, &record) == 0 else { return nil }
        let owner = withUnsafeBytes(of: &record.owner) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return CrashRecord(
            signal: record.signal, process: record.process, plugin: owner.isEmpty ? nil : owner,
            time: Date(timeIntervalSince1970: TimeInterval(record.seconds)))
    }

    /// Logs the crash of the previous run, if any, and starts recording crashes of this one.
    ///
    /// - Parameters:
    ///   - directory: The state directory, which must be locked.
    ///   - logger: Logs the crash, and a failure to record crashes.
    static func begin(in directory: FilePath, logger: Logger) {
        if let last = last(in: directory) {
            let code = last.plugin ?? "code outside plugins"
            logger.log(
                .previousRunCrashed,
                "the previous run of the daemon crashed: \(last.signalName) in \(code)",
                metadata: [
                    "signal": "\(last.signalName)", "plugin": "\(last.plugin ?? "none")",
                    "crashed": "\(last.time.rfc3339WithMilliseconds)",
                    "process": "\(last.process)",
                ])
        }
        let failure = attribution_install(directory.appending(fileName).string)
        if failure != 0 {
            let error = Errno(rawValue: failure)
            logger.log(
                .crashRecordUnavailable, "cannot record crashes in \(directory.appending(fileName)): \(error)",
                metadata: ["error": "\(error)"])
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
