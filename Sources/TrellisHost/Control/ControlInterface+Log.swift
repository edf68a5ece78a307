import Foundation
import HostInterface
import Trellis

/// The methods of `io.trellis.Host` for the log.
extension ControlInterface {
    func readLog(
        plugin: String?, level: HostContract.LogLevel?, requestID: String?, since: String?, follow: Bool?,
        replies: ReplyWriter<HostContract.ReadLogReply>, context: CallContext
    ) async throws -> HostContract.ReadLogReply {
        if let plugin { try requirePlugin(plugin) }
        var selection = LogSelection(plugin: plugin, level: level?.loggerLevel, requestID: requestID)
        if let since {
            guard let time = Date(rfc3339: since) else { throw ServiceError.invalidParameter(parameter: "since") }
            selection.since = time
        }
        guard follow == true else {
            return try await replies.sendListing(ifEmpty: HostContract.ReadLogReply()) { [selection] send in
                try await sendEntries(log.range, of: selection, by: send)
            }
        }
        // Requested before the existing entries are read, so that no entry is lost between them and the new ones.
        let changes = log.changes()
        let existing = log.range
        try await sendEntries(existing, of: selection) { try await replies.send($0) }
        try await replies.send(HostContract.ReadLogReply())
        var end = existing.upperBound
        for await _ in changes {
            let new = end..<log.range.upperBound
            try await sendEntries(new, of: selection) { try await replies.send($0) }
            end = new.upperBound
        }
        // The sequence ends only when the task is cancelled.
        throw CancellationError()
    }

    /// Sends the entries with numbers in a range.
    ///
    /// Entries that are overwritten before they can be sent are reported as missed.
    private func sendEntries(
        _ range: Range<Int>, of selection: LogSelection, by send: (HostContract.ReadLogReply) async throws -> Void
    ) async throws {
        var next = range.lowerBound
        while next < range.upperBound {
            let page = log.page(from: next)
            if page.missed > 0 { try await send(HostContract.ReadLogReply(missed: page.missed)) }
            for (number, entry) in zip(page.start..<min(page.end, range.upperBound), page.entries)
            where selection.contains(entry) {
                try await send(HostContract.ReadLogReply(entry: HostContract.LogEntry(entry, number: number)))
            }
            next = page.end
        }
    }

    func getPreviousRequestID(context: CallContext) async throws -> HostContract.GetPreviousRequestIDReply {
        HostContract.GetPreviousRequestIDReply(requestID: CallIdentity.current?.previousRequestID)
    }

    func getLogLevel(plugin: String?, context: CallContext) async throws -> HostContract.GetLogLevelReply {
        let configured = HostContract.LogLevel(logLevel.configured)
        if let plugin {
            try requirePlugin(plugin)
            return HostContract.GetLogLevelReply(
                level: HostContract.LogLevel(logLevel.level(of: plugin)), configured: configured)
        }
        let own = host.supervisors.map(\.name).compactMap { name in logLevel.ownLevel(of: name).map { (name, $0) } }
        return HostContract.GetLogLevelReply(
            level: HostContract.LogLevel(logLevel.level), configured: configured,
            plugins: Dictionary(uniqueKeysWithValues: own).mapValues { HostContract.LogLevel($0) })
    }

    func setLogLevel(
        plugin: String?, level: HostContract.LogLevel?, context: CallContext
    ) async throws -> HostContract.SetLogLevelReply {
        if let plugin {
            try requirePlugin(plugin)
            logLevel.set(level?.loggerLevel, of: plugin)
            logger.log(
                .logLevelChanged, "log level changed",
                metadata: ["level": "\(logLevel.level(of: plugin))", "plugin": "\(plugin)"])
        } else {
            logLevel.level = level?.loggerLevel ?? logLevel.configured
            logger.log(.logLevelChanged, "log level changed", metadata: ["level": "\(logLevel.level)"])
        }
        return HostContract.SetLogLevelReply()
    }

    private func requirePlugin(_ name: String) throws {
        guard host.supervisors.contains(where: { $0.name == name }) else { throw HostError.noSuchPlugin(plugin: name) }
    }
}
