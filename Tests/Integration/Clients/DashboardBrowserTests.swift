import AsyncHTTPClient
import Foundation
import Glibc
import NIOCore
import NIOHTTP1
import Subprocess
import Synchronization
import Testing
import TrellisHTTPTesting
import Varlink

/// The page of the dashboard in a headless Chromium, as a person uses it.
@Suite(
    "Page of the dashboard in Chromium", .runsPrograms, .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Browser.isInstalled, "needs Debian's packages chromium and chromium-driver"))
struct DashboardBrowserTests {
    private static func configuration(history: String = "5d", roles: String = "", port: Int = 0) -> String {
        """
        control: { roles: { \(roles) } }
        plugins:
          items: { history: \(history), confirmHealth: 0 }
          search:
          dashboard: { listen: ["127.0.0.1:\(port)"] }

        """
    }

    /// Starts the daemon, and passes the workplace on.
    private func withDashboard(
        roles: String = "", port: Int = 0, _ body: @Sendable (Workplace) async throws -> Void
    ) async throws {
        try await Workplace.with(configuration: Self.configuration(roles: roles, port: port)) { workplace in
            try await workplace.withDaemon { _ in try await body(workplace) }
        }
    }

    /// Starts the daemon and a browser, signs in as the user of the test, and waits until the page is connected.
    ///
    /// The console of the browser must be empty at the end, except for calls that failed: a violation of the content
    /// security policy and an error of the script are messages.
    private func withPage(_ body: @Sendable (Workplace, Browser) async throws -> Void) async throws {
        try await withDashboard { workplace in
            try await Browser.with { browser in
                try await browser.open(try await workplace.dashboardURL())
                _ = try await browser.find("//*[@id='connection'][.='live']")
                try await body(workplace, browser)
                let messages = try await browser.consoleMessages().filter { !$0.contains("status of 409") }
                #expect(messages == [], "\(messages)")
            }
        }
    }

    // MARK: - Plugins

    @Test("lists the plugins with their states, and shows a change of a state without a reload")
    func changeOfState() async throws {
        try await withPage { workplace, browser in
            for plugin in ["dashboard", "items", "search"] {
                _ = try await browser.find("//tr[th='\(plugin)']//span[.='running']")
            }
            #expect(try await browser.find("#summary").text == "3 of 3 enabled plugins running")
            _ = try await browser.value(of: "(window.isFirstDocument = true)")
            try await workplace.require("plugin", "stop", "items")
            _ = try await browser.find("//tr[th='items']//span[.='stopped']")
            try await workplace.require("plugin", "start", "items")
            _ = try await browser.find("//tr[th='items']//span[.='running']")
            #expect(try await browser.value(of: "window.isFirstDocument") == true)
        }
    }

    @Test("updates only the changed row among 1,000 plugins, and filters them")
    func manyPlugins() async throws {
        try await withPage { _, browser in
            _ = try await browser.run(
                """
                const template = plugins.get("items");
                for (let i = 0; i < 1000; i += 1) updatePlugin({ ...template, name: `many-${i}` });
                requestAnimationFrame(() => requestAnimationFrame(() => done(null)));
                """)
            #expect(try await browser.value(of: "document.querySelectorAll('#plugins tbody tr').length") == 1_008)
            let changed = try await browser.run(
                """
                const rows = new Set();
                const observer = new MutationObserver((records) => {
                    for (const { target } of records) {
                        // The time since a change passes in every row.
                        if (!target.closest(".c-since")) rows.add(target.closest("tr")?.cells[0].textContent ?? "the table");
                    }
                    if (rows.has("many-7")) done([...rows]);
                });
                observer.observe(document.querySelector("#plugins tbody"), { subtree: true, childList: true });
                updatePlugin({ ...plugins.get("many-7"), status: "busy" });
                """)
            #expect(changed == ["many-7"])
            try await browser.find("#filter").type("many-99 running")
            // many-99 and many-990 to many-999.
            _ = try await browser.find("//output[@id='plugin-count'][.='11 of 1008']")
            #expect(
                try await browser.value(of: "document.querySelectorAll('#plugins tbody tr:not([hidden])').length") == 11
            )
        }
    }

    @Test("reaches a plugin and stops it with the keyboard alone")
    func keyboard() async throws {
        try await withPage { workplace, browser in
            /// Presses Tab until the element with the focus meets a condition, as a person who looks at the focus.
            func tab(to condition: String) async throws {
                for _ in 0..<50 {
                    try await browser.press(.tab)
                    let focus = "((element) => \(condition))(document.activeElement)"
                    guard try await browser.value(of: focus) == true else { continue }
                    let width = "parseFloat(getComputedStyle(document.activeElement).outlineWidth)"
                    #expect(try await browser.value(of: "\(width) >= 2") == true, "the focus is not visible")
                    return
                }
                Issue.record("Tab does not reach \(condition)")
            }
            try await tab(to: "element.id === 'filter'")
            try await browser.press("items")
            try await browser.press(.enter)
            _ = try await browser.find("//section[not(@hidden)]/h2[@id='plugin-title'][.='items']")
            try await browser.wait(until: "document.activeElement.id === 'plugin-title'")
            try await tab(to: "element.textContent === 'Stop'")
            try await browser.press(.enter)
            _ = try await browser.find("dialog[open]")
            try await browser.press(.escape)
            try await browser.wait(until: "!document.querySelector('dialog[open]')")
            #expect(try await browser.value(of: "document.activeElement.textContent") == "Stop")
            try await browser.press(.enter)
            _ = try await browser.find("//dialog[@open]//*[.='No other plugin is affected.']")
            #expect(try await browser.value(of: "document.activeElement.textContent") == "Stop items")
            try await browser.press(.enter)
            _ = try await browser.find("//p[@id='control-outcome'][starts-with(., 'Stop: items: stopped')]")
            _ = try await browser.find("//dl[@id='why']//span[.='stopped']")
            try await browser.wait(until: "!document.querySelector('dialog[open]')")
            #expect(try await workplace.state(of: "items") == "stopped")
            // Back to the list, at the link of the plugin.
            try await browser.goBack()
            try await browser.wait(until: "document.activeElement.textContent === 'items'")
        }
    }

    @Test("shows the explanation, the scopes and the transitions of a plugin")
    func explanation() async throws {
        try await withPage { workplace, browser in
            try await browser.find("//tbody//a[.='items']").click()
            let enabled = "//dl[@id='why']/dt[.='Enabled']/following-sibling::dd[1]"
            _ = try await browser.find("\(enabled)[contains(., 'trellis.yaml')]")
            _ = try await browser.find("//div[@id='transitions']//td[.='starting → running']")
            _ = try await browser.find("//div[@id='scopes']//strong[.='generation']")
            // What all plugins share comes last.
            _ = try await browser.find(
                "//div[@id='scopes']//li[last()]//strong[.='root']/ancestor::details[1]//summary[contains(., 'HTTPClientPool')]"
            )
            // A requirement leads to the instance that meets it.
            try await browser.find("//div[@id='scopes']//summary[contains(., 'ItemsInterface')]").click()
            try await browser.find("//div[@id='scopes']//details[@open][contains(summary, 'ItemsInterface')]//button")
                .click()
            try await browser.wait(until: "document.activeElement.tagName === 'SUMMARY'")
            #expect(try await browser.value(of: "document.activeElement.parentElement.open") == true)
        }
    }

    // MARK: - Commands

    @Test("a form adds an item, another lists it, and an error of a call is shown at its form")
    func forms() async throws {
        try await withPage { workplace, browser in
            try await browser.find("//tbody//a[.='items']").click()
            func form(_ command: String) -> String { "//details[@open]/form[@aria-label='\(command)']" }
            func open(_ command: String) async throws {
                try await browser.find("//summary[code='\(command)']").click()
            }
            try await open("add")
            #expect(try await browser.find("\(form("add"))//input[@name='title']").label == "title")
            try await browser.find("\(form("add"))//input[@name='title']").type("Green <b>tea</b>")
            try await browser.find("\(form("add"))//input[@name='count']").type("3")
            try await browser.find("\(form("add"))//button[.='Send']").click()
            _ = try await browser.find("\(form("add"))//dd[.='Green <b>tea</b>']")
            #expect(try await workplace.require("items", "list").contains("Green <b>tea</b>"))
            try await open("list")
            try await browser.find("\(form("list"))//button[.='Send']").click()
            _ = try await browser.find("\(form("list"))//td[.='Green <b>tea</b>']")
            _ = try await browser.find("\(form("list"))//*[@role='status'][.='1 reply.']")
            try await open("get")
            try await browser.find("\(form("get"))//input[@name='id']").type("nothing")
            try await browser.find("\(form("get"))//button[.='Send']").click()
            let problem = try await browser.find("\(form("get"))//*[@role='alert'][. != '']")
            #expect(try await problem.text.contains("nothing"))
        }
    }

    @Test("shows, sends and rejects integers beyond 2^53 exactly")
    func largeIntegers() async throws {
        try await withPage { workplace, browser in
            try await browser.find("//tbody//a[.='items']").click()
            let form = "//details[@open]/form[@aria-label='add']"
            try await browser.find("//summary[code='add']").click()
            try await browser.find("\(form)//input[@name='title']").type("tea")
            try await browser.find("\(form)//input[@name='count']").type("9223372036854775807")
            try await browser.find("\(form)//button[.='Send']").click()
            _ = try await browser.find("\(form)//dd[.='9223372036854775807']")
            #expect(try await workplace.require("items", "list").contains("9223372036854775807"))
            try await browser.find("\(form)//input[@name='count']").type("0")
            try await browser.find("\(form)//button[.='Send']").click()
            _ = try await browser.find("\(form)//*[@role='alert'][contains(., 'outside the range')]")
        }
    }

    // MARK: - Log and events

    @Test(
        "starts with an address that a person or a program has changed",
        arguments: [
            "#/plugin/%", "#/plugin/100%25%", "#/journal?foo=bar", "#/journal?level=error&utm_source=mail", "#/nothing",
        ])
    func foreignAddresses(hash: String) async throws {
        try await withPage { _, browser in
            let origin = try await browser.origin()
            try await browser.open("about:blank")
            try await browser.open("\(origin)/\(hash)")
            _ = try await browser.find("//*[@id='connection'][.='live']")
        }
    }

    @Test("follows the events and the log, filters them, and pauses")
    func journal() async throws {
        try await withPage { workplace, browser in
            try await browser.find("//nav/a[.='Log and events']").click()
            func line(_ plugin: String, _ message: String) -> String {
                "//ol/li[not(@hidden)][a='\(plugin)'][contains(., '\(message)')]"
            }
            _ = try await browser.find(line("search", "starting → running"))
            // The log, which only the roles operate and administer may read.
            _ = try await browser.find("//ol/li[contains(@class, 'notice')][contains(., 'ready')]")
            try await browser.find("//input[@name='plugin']").type("items")
            try await browser.wait(until: "document.querySelectorAll('#entries li:not([hidden])').length === 2")
            #expect(try await browser.value(of: "location.hash") == "#/journal?plugin=items")
            try await workplace.require("plugin", "stop", "search")
            try await workplace.require("plugin", "stop", "items")
            _ = try await browser.find(line("items", "stopping → stopped"))
            let plugins =
                "new Set([...document.querySelectorAll('#entries li:not([hidden]) a')].map((a) => a.textContent))"
            #expect(try await browser.value(of: "[...\(plugins)]") == ["items"])
            try await browser.find("#pause").click()
            try await workplace.require("plugin", "start", "items")
            _ = try await browser.find("//button[@id='pause'][.='Resume (2 new)']")
            try await browser.find("#pause").click()
            try await browser.wait(
                until: "document.querySelector('#entries li:last-child').textContent.includes('starting → running')")
        }
    }

    @Test("keeps at most 1,000 lines of the log")
    func journalLimit() async throws {
        try await withPage { _, browser in
            try await browser.find("//nav/a[.='Log and events']").click()
            _ = try await browser.find("//ol/li")
            _ = try await browser.value(
                of: """
                    Array.from({ length: 2500 }, (_, i) => addLogEntry({ entry: {
                        number: 1e6 + i, time: new Date().toISOString(), level: "info", message: `line ${i}`,
                        fields: {} } })).length
                    """)
            try await browser.wait(
                until: "document.querySelector('#entries li:last-child').textContent.includes('line 2499')")
            #expect(try await browser.value(of: "document.querySelectorAll('#entries li').length") == 1_000)
        }
    }

    // MARK: - Reload

    @Test("shows the plan of a reload, rejects an outdated one, and applies it")
    func reload() async throws {
        try await withPage { workplace, browser in
            try workplace.write(Self.configuration(history: "6d"), to: "trellis.yaml")
            try await browser.find("//nav/a[starts-with(., 'Reload')]").click()
            _ = try await browser.find("//td//li[contains(., 'plugins.items.history: 5d → 6d')]")
            _ = try await browser.find("//nav/a[.='Reload (1 change)']")
            // Somebody changes the file after the plan was shown.
            try workplace.write(Self.configuration(history: "7d"), to: "trellis.yaml")
            try await browser.find("#apply").click()
            let problem = try await browser.find("//p[@id='reload-error'][. != '']")
            #expect(try await problem.text.contains("plan"))
            _ = try await browser.find("//td//li[contains(., 'plugins.items.history: 5d → 7d')]")
            #expect(try await workplace.history() == "5d")
            try await browser.find("#apply").click()
            _ = try await browser.find("//p[@id='reload-outcome'][.='The daemon uses the new configuration.']")
            _ = try await browser.find("//div[@id='plan'][.='No plugin is affected.']")
            #expect(try await workplace.history() == "7d")
        }
    }

    @Test(
        "a reader may not apply the plan, and is told so in words",
        .needsRoot(to: "to run a program as another user"))
    func reader() async throws {
        try await withDashboard(roles: "read: ['*']") { workplace in
            try await Browser.with { browser in
                try await browser.open(try await workplace.dashboardURL(asNobody: true))
                _ = try await browser.find("//*[@id='user'][.='nobody (read)']")
                try workplace.write(Self.configuration(history: "6d", roles: "read: ['*']"), to: "trellis.yaml")
                try await browser.find("//nav/a[starts-with(., 'Reload')]").click()
                _ = try await browser.find("//td//li[contains(., 'plugins.items.history: 5d → 6d')]")
                let reason = "Requires the role 'administer'. Your role is 'read'."
                #expect(try await browser.find("#apply[aria-disabled=true]").text == "Apply")
                #expect(try await browser.find("#apply-reason").text == reason)
                try await browser.find("#apply").click()
                // A script that calls anyway receives the rejection of the daemon.
                let rejection = try await browser.run(
                    """
                    call('Reload', { hash: plan.hash }).then(() => done(''), (error) => done(`${error.name} ${error.message}`))
                    """)
                #expect(rejection.stringValue?.hasPrefix("io.trellis.Host.RoleRequired ") == true, "\(rejection)")
                #expect(rejection.stringValue?.contains("administer") == true, "\(rejection)")
                #expect(try await workplace.history() == "5d")
                try await browser.open("\(try await browser.origin())/#/plugin/items")
                _ = try await browser.find("//p[@id='control-outcome'][.=\"\(reason)\"]")
            }
        }
    }

    // MARK: - Sessions

    @Test("rejects the second use of a URL and a browser without a session, and ends a session")
    func sessions() async throws {
        try await withPage { workplace, browser in
            let url = try await workplace.dashboardURL()
            try await Browser.with { other in
                try await other.open(url)
                _ = try await other.find("//*[@id='connection'][.='live']")
            }
            try await Browser.with { third in
                try await third.open(url)
                let shown = "//*[@role='alert'][@id='banner'][not(@hidden)]"
                #expect(try await third.find(shown).text.hasPrefix("The URL is no longer valid."))
                try await third.open(try await browser.origin())
                #expect(
                    try await third.find(shown).text == """
                        This tab is not signed in. To sign in again, run trellisctl dashboard on the machine of the daemon, and \
                        open the URL that it prints.
                        """)
                #expect(try await third.value(of: "document.querySelectorAll('#plugins tbody tr').length") == 0)
            }
            try await browser.find("#logout").click()
            let banner = try await browser.find("//*[@role='alert'][@id='banner'][not(@hidden)]")
            let host = try await browser.value(of: "initial.host").stringValue ?? ""
            #expect(
                try await banner.text
                    == "You are logged out. To sign in again, run trellisctl dashboard on \(host), and open the URL that it prints."
            )
            #expect(try await browser.value(of: "sessionStorage.length") == 0)
            try await browser.open(try await browser.origin())
            #expect(try await browser.find("#banner:not([hidden])").text.hasPrefix("This tab is not signed in."))
            // The console has the status 401.
            _ = try await browser.consoleMessages()
        }
    }

    @Test("a server at another port of the loopback address receives and reads nothing of the session")
    func otherPort() async throws {
        try await withPage { _, browser in
            let page = try await browser.value(of: "location.href").stringValue ?? ""
            let requests = Mutex<[LoopbackServer.Request]>([])
            try await LoopbackServer.with({ request in
                requests.withLock { $0.append(request) }
                return .answer(status: 200, headers: ["content-type": "text/html"], body: Array("<p>Other</p>".utf8))
            }) { other in
                try await browser.open("\(other.url)/page")
                #expect(try await browser.find("p").text == "Other")
                let readable = "[document.cookie, localStorage.length, sessionStorage.length]"
                #expect(try await browser.value(of: readable) == ["", 0, 0])
                let received = requests.withLock(\.self)
                #expect(received.contains { $0.path == "/page" })
                for request in received {
                    #expect(request.headers["cookie"] == nil && request.headers["authorization"] == nil)
                }
            }
            // The tab is still signed in.
            try await browser.open(page)
            _ = try await browser.find("//*[@id='connection'][.='live']")
            _ = try await browser.consoleMessages()
        }
    }

    @Test("two dashboards at the same port of two machines, behind two tunnels, do not end each other's sessions")
    func tunnels() async throws {
        try await withPage { first, browser in
            let page = try await browser.value(of: "location.origin").stringValue ?? ""
            let port = try #require(page.split(separator: ":").last)
            // Another loopback address is the other machine, with the same port.
            let configuration = Self.configuration().replacing("127.0.0.1:0", with: "127.0.0.2:\(port)")
            try await Workplace.with(configuration: configuration) { second in
                try await second.withDaemon { _ in
                    try await LoopbackServer.with({ await Self.forward($0, to: "127.0.0.2:\(port)") }) { tunnel in
                        let url = try await second.dashboardURL()
                        try await browser.open(url.replacing("127.0.0.2:\(port)", with: tunnel.address))
                        _ = try await browser.find("//tr[th='items']//span[.='running']")
                        try await browser.open(page)
                        _ = try await browser.find("//*[@id='connection'][.='live']")
                        try await first.require("plugin", "stop", "search")
                        _ = try await browser.find("//tr[th='search']//span[.='stopped']")
                        try await browser.open(tunnel.url)
                        _ = try await browser.find("//tr[th='search']//span[.='running']")
                        try await browser.open(page)
                        _ = try await browser.find("//*[@id='connection'][.='live']")
                    }
                }
            }
            // The console has the streams that ended with their pages.
            _ = try await browser.consoleMessages()
        }
    }

    /// Forwards a request as the tunnel of `ssh -L` does, except the stream, which has no end.
    private static func forward(_ request: LoopbackServer.Request, to server: String) async -> LoopbackServer.Reply {
        guard request.path != "/stream" else { return .hang }
        var forwarded = HTTPClientRequest(url: "http://\(server)\(request.path)")
        forwarded.method = .init(rawValue: request.method)
        for (name, value) in request.headers { forwarded.headers.replaceOrAdd(name: name, value: value) }
        forwarded.body = .bytes(ByteBuffer(bytes: request.body))
        guard let response = try? await HTTPClient.shared.execute(forwarded, timeout: .seconds(60)),
            let body = try? await response.body.collect(upTo: 8 << 20)
        else { return .drop }
        let headers = response.headers.filter {
            !["content-length", "transfer-encoding"].contains($0.name.lowercased())
        }
        return .answer(
            status: Int(response.status.code),
            headers: Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            body: Array(buffer: body))
    }

    @Test("after a restart of the dashboard, the page shows why the session has ended, and how to sign in again")
    func restart() async throws {
        // The page cannot find the dashboard at another port.
        try await withDashboard(port: try Port.unused()) { workplace in
            try await Browser.with { browser in
                try await browser.open(try await workplace.dashboardURL())
                _ = try await browser.find("//*[@id='connection'][.='live']")
                try await workplace.require("plugin", "restart", "dashboard")
                let banner = try await browser.find("//*[@role='alert'][@id='banner'][not(@hidden)]")
                let host = try await browser.value(of: "initial.host").stringValue ?? ""
                #expect(
                    try await banner.text == """
                        The session has ended: the daemon or the dashboard was restarted, or eight hours have passed. To sign \
                        in again, run trellisctl dashboard on \(host), and open the URL that it prints.
                        """)
                #expect(try await browser.find("#connection").text == "no session")
                try await browser.open(try await workplace.dashboardURL())
                _ = try await browser.find("//*[@id='connection'][.='live']")
            }
        }
    }

    @Test("a hidden page closes its stream after a minute, and shows changes at once when it is visible again")
    func hidden() async throws {
        try await withPage { workplace, browser in
            // A minute passes in a second.
            _ = try await browser.run(
                """
                const original = setTimeout;
                window.setTimeout = (action, milliseconds) => original(action, milliseconds / 60);
                done(null);
                """)
            #expect(try await workplace.streams() == ["Events", "ReadLog"])
            try await browser.minimize()
            try #require(try await browser.value(of: "document.hidden") == true)
            while try await !workplace.streams().isEmpty {}
            try await workplace.require("plugin", "stop", "items")
            #expect(try await browser.value(of: "plugins.get('items').state") == "running")
            try await browser.restore()
            _ = try await browser.find("//tr[th='items']//span[.='stopped']")
            #expect(try await workplace.streams() == ["Events", "ReadLog"])
        }
    }

    @Test("rejects another host name that resolves to the address of the dashboard")
    func foreignHost() async throws {
        try await withDashboard { workplace in
            let url = try await workplace.dashboardURL()
            try await Browser.with("--host-resolver-rules=MAP evil.test 127.0.0.1") { browser in
                try await browser.open(url.replacing("127.0.0.1", with: "evil.test"))
                #expect(try await browser.value(of: "location.hostname") == "evil.test")
                #expect(try await browser.value(of: "document.cookie") == "")
                #expect(try await browser.value(of: "document.getElementById('plugins')") == nil)
                #expect(try await browser.find("body").text.contains("evil.test"))
                // The rejected request has not used the token.
                try await browser.open(url)
                _ = try await browser.find("//*[@id='connection'][.='live']")
            }
        }
    }

    // MARK: - Accessibility

    @Test("has landmarks, headings and tables with roles and names")
    func roles() async throws {
        try await withPage { _, browser in
            let expected = [
                ("header", "banner", ""), ("nav", "navigation", "Views"), ("main", "main", ""),
                ("#plugin-filter", "search", "Filter of the plugins"), ("#filter", "searchbox", "Filter"),
                ("#overview", "region", "Plugins"), ("#plugins", "table", "Plugins"),
                ("#plugins tbody th", "rowheader", "dashboard"), ("#connection", "status", ""),
                ("figure svg", "image", nil),
            ]
            for (selector, role, label) in expected {
                let element = try await browser.find(selector)
                #expect(try await element.role == role, "\(selector)")
                if let label { #expect(try await element.label == label, "\(selector)") }
            }
            #expect(try await browser.find("figure svg").label.hasPrefix("Calls per second in the last "))
            // Each picture has its table.
            #expect(try await browser.value(of: "document.querySelectorAll('figure').length") == 3)
            try await browser.find("//figure[figcaption='Memory']/details/summary").click()
            _ = try await browser.find("//figure[figcaption='Memory']//td[contains(., 'MiB')]")
            try await browser.find("//tbody//a[.='items']").click()
            _ = try await browser.find("//h2[@id='plugin-title'][.='items']")
            #expect(try await browser.find("#controls").label == "Control of the plugin")
            #expect(
                try await browser.value(of: "document.title").stringValue?.hasPrefix("items · trellisd on ") == true)
        }
    }

    /// The views, with the element that each shows when its data has arrived.
    private static let views: KeyValuePairs = [
        "": "//tr[th='items']//span[.='running']", "plugin/items": "//div[@id='scopes']//strong[.='generation']",
        "journal": "//ol/li", "reload": "//div[@id='plan']/*",
    ]

    @Test("has no horizontal scrolling at a width of 360 pixels")
    func phone() async throws {
        try await withPage { workplace, browser in
            // The plan of a reload has a table.
            try workplace.write(Self.configuration(history: "6d"), to: "trellis.yaml")
            try await browser.setSize(width: 360, height: 740)
            for (view, element) in Self.views {
                try await browser.open("\(try await browser.origin())/#/\(view)")
                _ = try await browser.find(element)
                #expect(try await browser.value(of: "innerWidth") == 360)
                #expect(try await browser.value(of: "document.documentElement.scrollWidth <= 360") == true, "\(view)")
                // Only the content of a box that scrolls may be wider.
                let outside = """
                    [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility()
                        && !element.closest('.box, #plots, .skip, .unseen') && element.getBoundingClientRect().right > 361)
                        .map((element) => element.outerHTML.slice(0, 80))
                    """
                #expect(try await browser.value(of: outside) == [], "\(view)")
            }
        }
    }

    @Test("shows the reasons of the plugins on a tablet and on half a screen", arguments: [705, 768, 860, 970, 1_280])
    func tablet(width: Int64) async throws {
        try await withPage { _, browser in
            try await browser.setSize(width: width, height: 900)
            _ = try await browser.find("//tr[th='items']")
            // About twenty characters.
            let reason = "document.querySelector('#plugins .c-reason').getBoundingClientRect().width >= 120"
            #expect(try await browser.value(of: reason) == true)
            #expect(try await browser.value(of: "document.documentElement.scrollWidth <= innerWidth") == true)
            #expect(try await browser.value(of: "document.documentElement.scrollHeight <= 2500") == true)
        }
    }

    @Test("has a contrast of 4.5 or more for each text in the light and in the dark scheme")
    func contrast() async throws {
        try await withPage { workplace, browser in
            try await workplace.require("plugin", "stop", "search")
            for (scheme, background) in [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 26)")] {
                try await browser.setColorScheme(scheme)
                for (view, element) in Self.views {
                    try await browser.open("\(try await browser.origin())/#/\(view)")
                    _ = try await browser.find(element)
                    #expect(try await browser.value(of: "(\(Self.lowContrasts))()") == [], "\(scheme) \(view)")
                }
                let color = "getComputedStyle(document.documentElement).backgroundColor"
                #expect(try await browser.value(of: color).stringValue == background)
            }
        }
    }

    /// A function that returns the visible texts with a contrast below 4.5, by the formula of WCAG 2.
    private static let lowContrasts = """
        () => {
            const luminance = (color) => {
                const [r, g, b] = color.match(/[0-9.]+/g).map((v) => v / 255)
                    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const background = (element) => {
                for (let e = element; e; e = e.parentElement) {
                    const color = getComputedStyle(e).backgroundColor;
                    if (color !== "rgba(0, 0, 0, 0)") return color;
                }
            };
            const results = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            let count = 0;
            while (walker.nextNode()) {
                const element = walker.currentNode.parentElement;
                if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
                if (element.closest("script, option")) continue;
                const style = getComputedStyle(element);
                const color = element.namespaceURI.endsWith("svg") ? style.fill : style.color;
                const [a, b] = [luminance(color), luminance(background(element))].sort((x, y) => y - x);
                count += 1;
                if ((a + 0.05) / (b + 0.05) < 4.5) results.push(`${walker.currentNode.data}: ${color}`);
            }
            return count > 10 ? results : ["no texts found"];
        }
        """

    // MARK: - First paint

    @Test("the first paint shows the plugins, and needs two requests of less than 100 KB together")
    func firstPaint() async throws {
        try await withPage { _, browser in
            // The page without the sign-in.
            try await browser.open(try await browser.origin())
            _ = try await browser.find("//*[@id='connection'][.='live']")
            let size = try await browser.value(
                of: """
                    [performance.getEntriesByType('navigation')[0], performance.getEntriesByName(`${location.origin}/initial`)[0]]
                        .reduce((sum, entry) => sum + entry.encodedBodySize, 0)
                    """)
            #expect(try #require(size.integerValue) > 10_000)
            #expect(try #require(size.integerValue) < 100_000)
            let early = """
                performance.getEntriesByType('resource').map((entry) => entry.name).filter((_, index) =>
                    performance.getEntriesByType('resource')[index].startTime
                        < performance.getEntriesByName('first-contentful-paint')[0].startTime)
                """
            #expect(try await browser.value(of: early) == [.string("\(try await browser.origin())/initial")])
            // The paint shows the plugins.
            #expect(try await browser.value(of: "performance.getEntriesByType('resource').length > 0") == true)
            #expect(try await browser.value(of: "initial.plugins.length") == 8)
        }
    }
}

extension Browser {
    /// The origin of the page.
    fileprivate func origin() async throws -> String { try await value(of: "location.origin").stringValue ?? "" }
}

extension Workplace {
    /// A new URL that signs in to the dashboard, for the user of the test or for the user nobody.
    fileprivate func dashboardURL(asNobody isNobody: Bool = false) async throws -> String {
        guard isNobody else { return try await require("dashboard").trimmingCharacters(in: .whitespacesAndNewlines) }
        // The user nobody may lack access to the stage.
        let copied = try await shell(#"cp "$TRELLISCTL" "$FOLDER/trellisctl""#)
        try #require(copied.status == 0, Comment(rawValue: copied.error))
        // The daemon permits the connection to root and to the group of the socket.
        try #require(chmod(socket, 0o666) == 0)
        var options = PlatformOptions()
        (options.userID, options.groupID, options.supplementaryGroups) = (65_534, 65_534, [])
        let result = try await Workplace.run(
            path("trellisctl"), ["--socket", socket, "dashboard"], options: options)
        try #require(result.status == 0, Comment(rawValue: result.error))
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The state of a plugin.
    fileprivate func state(of plugin: String) async throws -> String? {
        try await require("plugin", "list", "--json").split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            .first { $0["name"]?.stringValue == plugin }?["state"]?.stringValue
    }

    /// The methods of the daemon whose streams are in progress, without the one that reads them.
    fileprivate func streams() async throws -> Set<String> {
        let lines = try await require(
            "--json", "call", "--more", "io.trellis.Host.ReadMetrics", #"{"names":["trellis_streams"]}"#)
        let metrics = try lines.split(separator: "\n").map { try JSONValue(parsing: String($0))["metric"] }
        return Set(
            metrics.compactMap { metric in
                guard metric?["value"]?.doubleValue ?? 0 > 0 else { return nil }
                return metric?["labels"]?["method"]?.stringValue?.split(separator: ".").last.map(String.init)
            }
        ).subtracting(["ReadMetrics"])
    }

    /// The value of `plugins.items.history` that the daemon uses.
    fileprivate func history() async throws -> String? {
        let reply = try JSONValue(parsing: try await require("--json", "call", "io.trellis.Host.ReadConfiguration"))
        return reply["settings"]?.arrayValue?.first { $0["key"]?.stringValue == "plugins.items.history" }?["value"]?
            .stringValue
    }
}
