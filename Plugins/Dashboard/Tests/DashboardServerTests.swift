import Dashboard
import Items
import NIOHTTP1
import Search
import Testing
import Trellis
import TrellisTesting
import WebTesting

@Suite("Dashboard over HTTP", .timeLimit(.minutes(2)))
struct DashboardServerTests {
    /// Items extends Search.
    private static let plugins = [
        PluginRegistration(DashboardPlugin.self), PluginRegistration(ItemsPlugin.self),
        PluginRegistration(SearchPlugin.self),
    ]

    /// Runs the dashboard and Items, and signs a browser in.
    private func withBrowser(_ body: (RunningPlugins, WebBrowser) async throws -> Void) async throws {
        try await withPlugins(
            Self.plugins, settings: ["dashboard.listen": "127.0.0.1:0", "items.store": "memory"]
        ) { plugins async throws in
            try await body(plugins, try await WebBrowser(signingInWith: DashboardClient(plugins.caller).signIn().url))
        }
    }

    @Test("no response sets a cookie, which a browser would send to every port of the host, and a cookie has no effect")
    func cookie() async throws {
        try await withBrowser { plugins, browser async throws in
            let url = try await DashboardClient(plugins.caller).signIn().url
            let (signedIn, answer) = try await WebBrowser.visiting(url)
            #expect(answer.headers["Set-Cookie"].isEmpty)
            for path in ["/", "/login", "/initial", "/history"] {
                #expect(try await signedIn.get(path).headers["Set-Cookie"].isEmpty)
            }
            let stranger = WebBrowser(server: browser.server)
            let token = try #require(signedIn.token)
            let port = try #require(browser.server.split(separator: ":").last)
            for name in ["trellis-\(port)", "session"] {
                #expect(try await stranger.get("/history", [("Cookie", "\(name)=\(token)")]).status == 401)
            }
        }
    }

    @Test("a URL signs in once; a guessed token does not")
    func singleUse() async throws {
        try await withBrowser { plugins, browser async throws in
            let url = try await DashboardClient(plugins.caller).signIn().url
            // A program that fetches the URL, such as the preview of a link, does not use it.
            #expect(try await browser.get("/login").status == 200)
            let token = try #require(try await WebBrowser(signingInWith: url).token)
            for url in [
                url, "\(browser.server)/login#0", "\(browser.server)/login#\(token)", "\(browser.server)/login",
            ] {
                let (stranger, answer) = try await WebBrowser.visiting(url)
                #expect(answer.status == 403)
                #expect(stranger.token == nil)
            }
        }
    }

    @Test("every response restricts the page to itself")
    func headers() async throws {
        try await withBrowser { _, browser async throws in
            for path in ["/login", "/", "/initial", "/history", "/nothing"] {
                let headers = try await WebBrowser(server: browser.server).get(path).headers
                let policy = try #require(headers["Content-Security-Policy"].first)
                #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
                #expect(!policy.contains("unsafe"))
                #expect(headers["Referrer-Policy"] == ["no-referrer"])
                #expect(headers["X-Content-Type-Options"] == ["nosniff"])
                #expect(headers["Cross-Origin-Resource-Policy"] == ["same-origin"])
                #expect(headers["Cross-Origin-Opener-Policy"] == ["same-origin"])
                #expect(headers["Cache-Control"] == ["no-store"])
            }
        }
    }

    @Test("without a session, no path discloses anything")
    func withoutSession() async throws {
        try await withBrowser { _, browser async throws in
            var strangers = [WebBrowser(server: browser.server)]
            strangers.append(WebBrowser(server: browser.server, token: String(repeating: "0", count: 64)))
            strangers.append(WebBrowser(server: browser.server, token: browser.token.map { $0.dropLast() + "g" }))
            let page = try await browser.get("/").text
            for stranger in strangers {
                // The page is the same for everyone.
                for path in ["/", "/login"] { #expect(try await stranger.get(path).text == page) }
                for path in ["/initial", "/stream", "/history", "/forms"] {
                    #expect(try await stranger.get(path).status == 401)
                }
                #expect(try await stranger.call("io.trellis.Items.List").status == 401)
                #expect(try await stranger.send(.POST, "/logout").status == 401)
            }
        }
    }

    @Test(
        "rejects requests of other origins and hosts, also with the token",
        arguments: [
            ("Origin", "http://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Site", "same-site"), ("Host", "evil.example"),
        ])
    func foreign(name: String, value: String) async throws {
        try await withBrowser { plugins, browser async throws in
            #expect(
                try await browser.call("io.trellis.Items.Add", #"{"title":"Tea","count":1}"#, [(name, value)]).status
                    == 403)
            #expect(try await browser.get("/history", [(name, value)]).status == 403)
            #expect(try await browser.send(.POST, "/login", [(name, value)]).status == 403)
            let list = try await browser.call("io.trellis.Items.List")
            #expect(list.text == "[{}]")
        }
    }

    @Test("accepts requests of the page, and of programs that are not browsers")
    func ownOrigin() async throws {
        try await withBrowser { _, browser async throws in
            for header in [("Sec-Fetch-Site", "same-origin"), ("Origin", browser.server), ("Sec-Fetch-Site", "none")] {
                #expect(try await browser.call("io.trellis.Items.List", "{}", [header]).status == 200)
            }
        }
    }

    @Test("makes calls, with one reply or with all replies")
    func calls() async throws {
        try await withBrowser { plugins, browser async throws in
            let added = try await browser.call("io.trellis.Items.Add", #"{"title":"Tea","count":2}"#)
            #expect(added.status == 200)
            #expect(added.headers["Content-Type"] == ["application/json"])
            #expect(try added.json["item"]?["title"]?.stringValue == "Tea")
            _ = try await ItemsClient(plugins.caller).add(title: "Coffee", count: 1)
            let list = try await browser.call("io.trellis.Items.List").json.arrayValue ?? []
            #expect(list.compactMap { $0["item"]?["title"]?.stringValue } == ["Tea", "Coffee"])
        }
    }

    @Test(
        "reports the errors of calls with a status and a sentence",
        arguments: [
            ("io.trellis.Items.Get", #"{"id":"x"}"#, 409, "io.trellis.Items.NoSuchItem", "No item has this identifier"),
            ("io.trellis.Items.Get", "{}", 400, "org.varlink.service.InvalidParameter", "id"),
            ("io.trellis.Items.Nothing", "{}", 404, "org.varlink.service.MethodNotFound", "io.trellis.Items.Nothing"),
            ("io.trellis.Nothing.Get", "{}", 404, "org.varlink.service.InterfaceNotFound", "io.trellis.Nothing"),
            ("nothing", "{}", 404, "org.varlink.service.MethodNotFound", "nothing"),
            ("io.trellis.Dashboard.SignIn", "{}", 403, "org.varlink.service.PermissionDenied", ""),
        ])
    func errors(method: String, parameters: String, status: Int, error: String, message: String) async throws {
        try await withBrowser { _, browser async throws in
            let answer = try await browser.call(method, parameters)
            #expect(answer.status == status)
            #expect(try answer.json["error"]?.stringValue == error)
            #expect(
                try answer.json["message"]?.stringValue?.contains(message) == true || message.isEmpty, "\(answer.text)")
        }
    }

    @Test("rejects other bodies than JSON objects, and large ones")
    func bodies() async throws {
        try await withBrowser { _, browser async throws in
            #expect(try await browser.call("io.trellis.Items.List", "[]").status == 400)
            #expect(try await browser.call("io.trellis.Items.List", "{").status == 400)
            #expect(
                try await browser.call("io.trellis.Items.List", "{}", [("Content-Type", "text/plain")]).status == 415)
            let large = "{\"title\":\"\(String(repeating: "a", count: 1 << 20))\",\"count\":1}"
            #expect(try await browser.call("io.trellis.Items.Add", large).status == 413)
            let get = try await browser.get("/call/io.trellis.Items.List")
            #expect(get.status == 405)
            #expect(get.headers["Allow"] == ["POST"])
        }
    }

    @Test("an endless stream of replies ends at the limit, and the response says so")
    func endless() async throws {
        try await withBrowser { plugins, browser async throws in
            let items = ItemsClient(plugins.caller)
            for _ in 0..<3 {
                _ = try await items.addMany(items: (0..<500).map { .init(title: "Item \($0)", count: 1) })
            }
            let answer = try await browser.call("io.trellis.Items.Watch")
            #expect(answer.status == 200)
            #expect(answer.headers["Trellis-Incomplete"] == ["replies"])
            #expect(try answer.json.arrayValue?.count == 1_000)
        }
    }

    @Test("after the sign-out, the token has no effect")
    func signOut() async throws {
        try await withBrowser { _, browser async throws in
            #expect(try await browser.send(.POST, "/logout").status == 204)
            #expect(try await browser.call("io.trellis.Items.List").status == 401)
        }
    }

    @Test("a stop of the plugin ends the sessions")
    func stop() async throws {
        try await withBrowser { plugins, browser async throws in
            try await plugins.stop("dashboard")
            try await plugins.start("dashboard")
            let status = try #require(await plugins["dashboard"].status().status)
            let server = "http://" + status.dropFirst("listening on ".count)
            #expect(try await WebBrowser(server: server, token: browser.token).get("/history").status == 401)
            let url = try await DashboardClient(plugins.caller).signIn().url
            #expect(try await WebBrowser(signingInWith: url).get("/history").status == 200)
        }
    }

    @Test("rejects a Unix socket, which no browser can open")
    func unixSocket() async throws {
        let error = await #expect(throws: (any Error).self) {
            try await withPlugin(DashboardPlugin.self, settings: ["listen": "unix:/run/trellisd/d.sock"]) { _ in }
        }
        #expect("\(try #require(error))".contains("a browser cannot open the Unix socket"))
    }
}
