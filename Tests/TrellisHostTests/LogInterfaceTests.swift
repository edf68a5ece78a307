import Foundation
import HostInterface
import Logging
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The log in io.trellis.Host", .timeLimit(.minutes(2)))
struct LogInterfaceTests {
    private let control = LogLevelControl(.info)

    /// Runs a daemon's interface with one plugin.
    private func withHost(
        ring: LogRing = LogRing(),
        _ body: (HostClient, _ logger: @Sendable (String) -> Logger) async throws -> Void
    ) async throws {
        let control = control
        let logger: @Sendable (String) -> Logger = { label in
            var logger = Logger(label: label) {
                HostLogHandler(SwiftLogNoOpLogHandler(), label: $0, control: control, ring: ring)
            }
            if label != "trellis" { logger[metadataKey: "plugin"] = "\(label.dropFirst("trellis.".count))" }
            return logger
        }
        try await withTemporaryFolder { folder in
            let configuration = try LoadedConfiguration(
                path: nil, options: ["plugins.notebook.enabled=true"],
                registrations: [PluginRegistration(NotebookPlugin.self)])
            let router = VarlinkRouter.host(logger: logger("trellis"))
            let plugins = try PluginHost(configuration: configuration, environment: .test(in: folder), router: router)
            try router.register(
                ControlInterface(
                    host: plugins, audit: AuditLog(journal: logger("audit"), logger: logger("trellis")),
                    facts: ControlInterface.Facts(
                        started: Date(), configuration: nil, stateDirectory: "/", cacheDirectory: "/nonexistent"),
                    logLevel: control, log: ring, logger: logger("trellis")))
            try await body(HostClient(LocalCaller(router: router)), logger)
        }
    }

    /// The messages of the selected entries.
    private func messages(
        _ host: HostClient, plugin: String? = nil, level: HostContract.LogLevel? = nil, request: String? = nil,
        since: String? = nil
    ) async throws -> [String] {
        var messages: [String] = []
        for try await reply in host.readLog(plugin: plugin, level: level, requestID: request, since: since) {
            if let entry = reply.entry { messages.append(entry.message) }
        }
        return messages
    }

    @Test("returns the selected entries")
    func selection() async throws {
        try await withHost { host, logger in
            logger("trellis").info("ready", metadata: ["requestID": "1.2", "socket": "/s"])
            logger("trellis.notebook").warning("full")
            logger("trellis.notebook").debug("below the level")
            let all = try await messages(host)
            #expect(all == ["ready", "full"])
            let urgent = try await messages(host, level: .warning)
            #expect(urgent == ["full"])
            let request = try await messages(host, request: "1.2")
            #expect(request == ["ready"])
            let since = try await messages(host, since: "2000-01-01T00:00:00Z")
            #expect(since == ["ready", "full"])
            let none = try await messages(host, since: "2999-01-01T00:00:00Z")
            #expect(none == [])
            await #expect(throws: ServiceError.invalidParameter(parameter: "since")) {
                _ = try await messages(host, since: "yesterday")
            }
            await #expect(throws: HostError.noSuchPlugin(plugin: "other")) {
                _ = try await messages(host, plugin: "other")
            }
        }
    }

    @Test("sends new entries after an empty reply, and reports missed entries to a slow reader")
    func follow() async throws {
        try await withHost(ring: LogRing(maximumCount: 4)) { host, logger in
            logger("trellis").info("old")
            var replies = host.readLog(follow: true).makeAsyncIterator()
            #expect(try await replies.next()?.entry?.message == "old")
            let ready = try #require(try await replies.next())
            #expect(ready.entry == nil && ready.missed == nil)
            for number in 0..<100 { logger("trellis").info("new \(number)") }
            var count = 0
            var last = ""
            while count < 100 {
                let reply = try #require(try await replies.next())
                count += reply.missed ?? 1
                if let entry = reply.entry { last = entry.message }
            }
            #expect(count == 100)
            #expect(last == "new 99")
        }
    }

    @Test("changes the level of the daemon and of a plugin")
    func level() async throws {
        try await withHost { host, logger in
            let initial = try await host.getLogLevel()
            #expect(initial == HostContract.GetLogLevelReply(level: .info, configured: .info, plugins: [:]))
            _ = try await host.setLogLevel(plugin: "notebook", level: .debug)
            #expect(logger("trellis.notebook").logLevel == .debug)
            #expect(logger("trellis").logLevel == .info)
            let own = try await host.getLogLevel().plugins
            #expect(own == ["notebook": .debug])
            _ = try await host.setLogLevel(level: .error)
            #expect(logger("trellis.notebook").logLevel == .debug)
            #expect(logger("trellis").logLevel == .error)
            let changed = try await host.getLogLevel(plugin: "notebook")
            #expect(changed == HostContract.GetLogLevelReply(level: .debug, configured: .info))
            _ = try await host.setLogLevel(plugin: "notebook")
            #expect(logger("trellis.notebook").logLevel == .error)
            let none = try await host.getLogLevel().plugins
            #expect(none == [:])
            _ = try await host.setLogLevel()
            #expect(logger("trellis").logLevel == .info)
            await #expect(throws: HostError.noSuchPlugin(plugin: "other")) {
                try await host.setLogLevel(plugin: "other", level: .debug)
            }
        }
    }
}
