import AsyncHTTPClient
import Foundation
import HostInterface
import Items
import MetricsServer
import NIOCore
import NIOHTTP1
import NIOPosix
import Search
import Testing
import Trellis
import TrellisTesting

@Suite("Metrics over HTTP", .timeLimit(.minutes(2)))
struct MetricsServerTests {
    /// Items extends Search.
    private static let plugins = [
        PluginRegistration(MetricsPlugin.self), PluginRegistration(ItemsPlugin.self),
        PluginRegistration(SearchPlugin.self),
    ]

    /// Runs Metrics and Items, and passes the base URL of the server on.
    private func withServer(
        listen: String = "127.0.0.1:0", _ body: (RunningPlugins, String) async throws -> Void
    ) async throws {
        try await withPlugins(Self.plugins, settings: ["metrics.listen": listen]) { plugins async throws in
            let status = try #require(await plugins["metrics"].status().status)
            try await body(plugins, "http://" + status.dropFirst("listening on ".count))
        }
    }

    private func get(
        _ url: String, method: HTTPMethod = .GET, _ headers: [(String, String)] = []
    ) async throws -> (status: Int, headers: HTTPHeaders, text: String) {
        var request = HTTPClientRequest(url: url)
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 4 << 20)
        return (Int(response.status.code), response.headers, String(buffer: body))
    }

    @Test("serves the metrics in the format that the client accepts")
    func formats() async throws {
        try await withServer { plugins, server in
            _ = try await ItemsClient(plugins.caller).add(title: "Tea", count: 1)
            let text = try await get("\(server)/metrics")
            #expect(text.status == 200)
            #expect(text.headers["Content-Type"] == ["text/plain; version=0.0.4; charset=utf-8"])
            #expect(text.headers["Vary"] == ["Accept"])
            #expect(text.text.contains("# TYPE trellis_plugin_state gauge\n"))
            let changes = #/\ntrellis_database_changes_total{database="items.sqlite",plugin="items"} [1-9]/#
            #expect(text.text.contains(changes))
            let open = try await get(
                "\(server)/metrics", [("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")])
            #expect(
                open.headers["Content-Type"] == ["application/openmetrics-text; version=1.0.0; charset=utf-8"])
            #expect(open.text.hasSuffix("# EOF\n"))
            let head = try await get("\(server)/metrics", method: .HEAD)
            #expect(head.status == 200)
            #expect(head.text.isEmpty)
        }
    }

    @Test("the probes report whether plugins run")
    func probes() async throws {
        try await withServer { plugins, server in
            #expect(try await get("\(server)/livez").status == 200)
            let all = try await get("\(server)/readyz")
            #expect(all.status == 200)
            #expect(all.text == "items: running\nmetrics: running\nsearch: running\n")
            #expect(try await get("\(server)/readyz?plugin=items").text == "items: running\n")

            try await plugins.stop("items")
            let stopped = try await get("\(server)/readyz?plugin=items")
            #expect(stopped.status == 503)
            #expect(stopped.text == "items: stopped\n")
            #expect(try await get("\(server)/readyz?plugin=search&plugin=items").status == 503)
            #expect(try await get("\(server)/readyz?plugin=search").status == 200)
            // The operator stopped the plugin, so it is not expected to run.
            let others = try await get("\(server)/readyz")
            #expect(others.status == 200)
            #expect(others.text == "metrics: running\nsearch: running\n")

            #expect(try await get("\(server)/readyz?plugin=itmes").status == 404)
            #expect(try await get("\(server)/readyz", method: .POST).status == 405)
            let head = try await get("\(server)/readyz?plugin=items", method: .HEAD)
            #expect(head.status == 503)
            #expect(head.text.isEmpty)
        }
    }

    @Test("a plugin whose health check reports a problem is not ready")
    func degraded() async throws {
        try await withServer { plugins, server in
            let database = plugins["items"].directories.state.appending("items.sqlite").string
            try FileManager.default.removeItem(atPath: database)
            #expect(await plugins["items"].status().state == .degraded)
            for query in ["", "?plugin=items"] {
                let response = try await get("\(server)/readyz\(query)")
                #expect(response.status == 503)
                #expect(response.text.hasPrefix("items: degraded\n"))
            }
            #expect(try await get("\(server)/readyz?plugin=search").status == 200)
            #expect(try await get("\(server)/livez").status == 200)
        }
    }

    @Test("rejects other paths, methods and hosts")
    func rejections() async throws {
        try await withServer { _, server in
            #expect(try await get("\(server)/").status == 404)
            let post = try await get("\(server)/metrics", method: .POST)
            #expect(post.status == 405)
            #expect(post.headers["Allow"] == ["GET, HEAD"])
            let foreign = try await get("\(server)/metrics", [("Host", "evil.example")])
            #expect(foreign.status == 403)
            #expect(!foreign.text.contains("trellis_"))
        }
    }

    @Test("serves a Unix socket for any host")
    func unixSocket() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("metrics.sock").string
            try await withServer(listen: "unix:\(path)") { _, _ in
                let encoded = path.replacing("/", with: "%2F")
                let response = try await get("http+unix://\(encoded)/metrics", [("Host", "proxy.example")])
                #expect(response.status == 200)
                #expect(response.text.contains("trellis_plugin_state"))
            }
        }
    }

    @Test(
        "an address in use is reported with its remedy, the other plugins run, and the plugin starts when the address is free"
    )
    func addressInUse() async throws {
        try await withServer { first, server in
            let address = String(server.dropFirst("http://".count))
            try await withPlugins(
                Self.plugins,
                settings: [
                    "metrics.listen": address, "metrics.restartDelay": "10ms", "metrics.restartMaxDelay": "10ms",
                    "metrics.startLimitBurst": "2", "items.store": "memory",
                ]
            ) { plugins async throws in
                let failed = try await plugins["metrics"].event { $0.fault?.kind == .failed }
                let message = try #require(failed.fault?.message)
                #expect(message.contains("cannot listen on \(address): Address already in use"))
                #expect(message.contains("change the key 'listen'"))
                _ = try await ItemsClient(plugins.caller).add(title: "Tea", count: 1)
                // The start limit ends a series of starts after two.
                let second = try await plugins["metrics"].event { failed.precedes($0) && $0.fault?.kind == .failed }
                _ = try await plugins["metrics"].event { second.precedes($0) && $0.fault?.kind == .failed }
                try await first.stop("metrics")
                _ = try await plugins["metrics"].event { $0.transition?.to == .running }
            }
        }
    }

    @Test(
        "rejects invalid addresses with the reason",
        arguments: [
            ("0.0.0.0:9464", "is not on the loopback interface"), ("localhost:9464", "needs a numeric address"),
            ("127.0.0.1", "needs an address and a port"), ("127.0.0.1:99999", "needs an address and a port"),
            ("unix:metrics.sock", "needs the absolute path"), ("[::2]:1", "is not on the loopback interface"),
        ])
    func invalidAddress(text: String, reason: String) async throws {
        let error = await #expect(throws: (any Error).self) {
            try await withPlugin(MetricsPlugin.self, settings: ["listen": text]) { _ in }
        }
        #expect("\(try #require(error))".contains("'\(text)' \(reason)"))
    }

    @Test("a stop closes the address, and a start opens it again")
    func restart() async throws {
        try await withServer { plugins, server in
            #expect(try await get("\(server)/metrics").status == 200)
            try await plugins.stop("metrics")
            let port = try #require(server.split(separator: ":").last.flatMap { Int($0) })
            await #expect(throws: (any Error).self) {
                try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .connect(host: "127.0.0.1", port: port).get()
            }
            try await plugins.start("metrics")
            let status = try #require(await plugins["metrics"].status().status)
            #expect(try await get("http://" + status.dropFirst("listening on ".count) + "/metrics").status == 200)
        }
    }
}

extension HostContract.Event {
    /// Whether the event was recorded before another one.
    fileprivate func precedes(_ other: HostContract.Event) -> Bool { sequence < other.sequence }
}
