import CAttribution
import Foundation
import Glibc
import Logging
import SystemPackage
import Trellis

/// The record of a death of the daemon: its cause, and the plugin whose code ran.
///
/// The signal handler or ``blame(_:for:)`` writes the record to the file `crash` in the state directory. The next start
/// logs its contents and replaces the file.
struct CrashRecord: Sendable, Hashable {
    /// The name of the file.
    static let fileName = "crash"

    /// The cause of a death.
    enum Cause: Int32 {
        /// A signal.
        case crash = 0

        /// The plugin blocked a part of the daemon, and the watchdog ended the daemon.
        case watchdog

        /// The plugin made no progress, and the daemon stopped because it requires the plugin.
        case stall
    }

    /// The cause.
    var cause = Cause.crash

    /// The number of the signal; 0 if the cause is not a crash.
    var signal: Int32

    /// The process that died.
    var process: Int32

    /// The plugin whose code ran, if any.
    var plugin: String?

    /// The time at which the process began to record crashes.
    var started: Date

    /// The time of the death.
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
            cause: Cause(rawValue: record.cause) ?? .crash, signal: record.signal, process: record.process,
            plugin: owner.isEmpty ? nil : owner,
            started: Date(timeIntervalSince1970: TimeInterval(record.started)),
            time: Date(timeIntervalSince1970: TimeInterval(record.seconds)))
    }

    /// Records that a plugin causes the death of this process, which follows.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin.
    ///   - cause: The cause.
    static func blame(_ plugin: String, for cause: Cause) {
        attribution_blame(plugin, attribution_cause(rawValue: UInt32(cause.rawValue)))
    }

    /// Logs the crash of the previous run, if any, and starts recording crashes of this one.
    ///
    /// - Parameters:
    ///   - directory: The state directory, which must be locked.
    ///   - logger: Logs the crash, and a failure to record crashes.
    static func prepare(in directory: FilePath, logger: Logger) {
        if let last = last(in: directory) {
            let code = last.plugin ?? "code outside plugins"
            let message =
                switch last.cause {
                case .crash: "the previous run of the daemon crashed: \(last.signalName) in \(code)"
                case .watchdog: "the watchdog ended the previous run of the daemon, which \(code) had blocked"
                case .stall: "the previous run of the daemon stopped, because \(code) was stalled"
                }
            logger.log(
                .previousRunCrashed, "\(message)",
                metadata: [
                    "signal": "\(last.causeName)", "plugin": "\(last.plugin ?? "none")",
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

    /// The cause in a word: the name of the signal, `watchdog` or `stall`.
    var causeName: String {
        switch cause {
        case .crash: signalName
        case .watchdog: "watchdog"
        case .stall: "stall"
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
