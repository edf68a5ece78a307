import Logging
import TrellisTesting

/// Records log messages as `MESSAGE KEY=VALUE …`, with the metadata sorted by key.
struct LogRecorder: LogHandler {
    let lines = Recorder()
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.notice

    /// Creates a logger that records here.
    func logger(_ label: String) -> Logger { Logger(label: label) { _ in self } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let metadata = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        let fields = metadata.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        lines.note((["\(event.message)"] + fields).joined(separator: " "))
    }
}
