import Foundation
import HostConfiguration
import Logging
import Trellis

/// The log handler of the daemon's loggers, which writes messages to the destination and to the ring.
///
/// The minimum level of messages is that of a ``LogLevelControl``.
struct HostLogHandler: LogHandler {
    private var handler: any LogHandler
    private let label: String
    private let control: LogLevelControl
    private let ring: LogRing

    /// Creates the handler of one logger.
    ///
    /// - Parameters:
    ///   - handler: The handler of the destination.
    ///   - label: The label of the logger, which determines the plugin.
    ///   - control: The minimum level of messages.
    ///   - ring: Stores the newest messages.
    init(_ handler: any LogHandler, label: String, control: LogLevelControl, ring: LogRing) {
        self.handler = handler
        self.handler.logLevel = .trace
        (metadata, metadataProvider) = (handler.metadata, handler.metadataProvider)
        (self.handler.metadata, self.handler.metadataProvider) = ([:], nil)
        self.label = label
        self.control = control
        self.ring = ring
    }

    /// The level of the control; setting the level of a single logger has no effect.
    var logLevel: Logger.Level {
        get { control.level(ofLogger: label) }
        // swift-log allows a handler to ignore the level of a single logger.
        set {}
    }

    var metadata: Logger.Metadata

    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        // The metadata is merged once, for the ring and the destination: the handler of the latter has none of its own.
        let metadata = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        var event = event
        event.metadata = metadata
        ring.append(
            LogEntry(
                time: Date(), level: event.level, logger: label,
                message: event.error.map { "\(event.message): \($0)" } ?? "\(event.message)",
                metadata: metadata.mapValues { "\($0)" }))
        handler.log(event: event)
    }
}

extension Logger.MetadataProvider {
    /// The request ID and the user of the call that the current task serves.
    ///
    /// In the journal these are the fields `TRELLIS_REQUEST_ID` and `TRELLIS_UID`.
    static let call = Logger.MetadataProvider {
        guard let call = CallIdentity.current else { return [:] }
        var metadata: Logger.Metadata = ["requestID": "\(call.requestID)"]
        if let user = call.userID { metadata["uid"] = "\(user)" }
        return metadata
    }
}
