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
                try await log.read(log.range) { item in
                    if let reply = HostContract.ReadLogReply(item, in: selection) { try await send(reply) }
                }
            }
        }
        try await log.follow {
            try await replies.send(HostContract.ReadLogReply())
        } _: { item in
            if let reply = HostContract.ReadLogReply(item, in: selection) { try await replies.send(reply) }
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
        let own = host.hostedPlugins.map(\.name).compactMap { name in logLevel.ownLevel(of: name).map { (name, $0) } }
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

    /// Throws ``HostError`` when the daemon has no plugin of this name.
    func requirePlugin(_ name: String) throws {
        guard host.hostedPlugins.contains(where: { $0.name == name }) else {
            throw HostError.noSuchPlugin(plugin: name)
        }
    }
}

extension HostContract.ReadLogReply {
    /// Creates the reply for an item of the log; nil for an entry that is not selected.
    fileprivate init?(_ item: LogRing.Item, in selection: LogSelection) {
        switch item {
        case .missed(let count, _): self.init(missed: count)
        case .element(let entry, let number):
            guard selection.contains(entry) else { return nil }
            self.init(entry: HostContract.LogEntry(entry, number: number))
        }
    }
}
