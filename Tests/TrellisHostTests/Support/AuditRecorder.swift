import Logging
import Synchronization

/// Records the metadata of the audit log.
final class AuditRecorder: LogHandler, Sendable {
    private let kept = Mutex<[[String: String]]>([])

    /// Waits until all records are written.
    let flush = Mutex<@Sendable () -> Void>({})

    var entries: [[String: String]] {
        flush.withLock(\.self)()
        return kept.withLock(\.self).filter { $0["method"] != nil }
    }

    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        let metadata = (event.metadata ?? [:]).mapValues { "\($0)" }
        kept.withLock { $0.append(metadata) }
    }
}
