import Foundation
import NIOHTTP1
import Testing
import Varlink
import WebTesting

/// The dashboard of a running daemon, and `trellisctl dashboard`.
///
/// The plugin's own tests cover its single requests.
@Suite("Dashboard", .runsPrograms, .timeLimit(.minutes(10)))
struct DashboardTests {
    private static func configuration(_ more: String = "", roles: String = "") -> String {
        """
        control: { roles: { \(roles) } }
        plugins:
          items: { store: memory }
          dashboard: { listen: ["127.0.0.1:0"], confirmHealth: 0\(more) }

        """
    }

    /// Starts the daemon, and signs a browser in.
    private func withDashboard(
        _ configuration: String = configuration(),
        _ body: @escaping @Sendable (Workplace, WebBrowser) async throws -> Void
    ) async throws {
        try await Workplace.with(configuration: configuration) { workplace in
            try await workplace.withDaemon { _ in
                try await body(workplace, try await browser(in: workplace))
            }
        }
    }

    private func browser(in workplace: Workplace) async throws -> WebBrowser {
        let url = try await workplace.trellisctl("dashboard")
        try #require(url.status == 0, "\(url.error)")
        return try await WebBrowser(signingInWith: url.output)
    }

    /// The records of the audit log that meet a condition.
    private func audit(_ workplace: Workplace, _ options: String...) async throws -> [JSONValue] {
        let result = try await workplace.shell("\"$TRELLISCTL\" audit --json \(options.joined(separator: " "))")
        #expect(result.status == 0, "\(result.error)")
        return try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    @Test("the page and its first data have less than 100 KB, and name the user, the role and the plugins")
    func page() async throws {
        try await withDashboard { workplace, browser in
            // An operator can see which plugins act for users.
            #expect(try await workplace.trellisctl("plugin", "why", "dashboard").output.contains("userCalls"))
            #expect(try await !workplace.trellisctl("plugin", "why", "items").output.contains("userCalls"))
            let answer = try await browser.get("/")
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Type"] == ["text/html; charset=utf-8"])
            let data = try await browser.get("/initial")
            #expect(answer.text.utf8.count + data.text.utf8.count < 100_000)
            let initial = try data.json
            #expect(initial["user"]?.stringValue == NSUserName())
            #expect(initial["role"] == "administer")
            #expect(initial["plugins"]?.arrayValue?.contains { $0["name"] == "items" } == true)
            // Nothing but the page itself is loaded.
            for attribute in ["src=", "href=\"http", "@import", "url(http"] {
                #expect(!answer.text.contains(attribute))
            }
        }
    }

    @Test("a URL that is used twice, a foreign host and a foreign origin are rejected, and audited")
    func rejections() async throws {
        try await Workplace.with(configuration: Self.configuration()) { workplace in
            try await workplace.withDaemon { _ in
                let url = try await workplace.trellisctl("dashboard").output
                let browser = try await WebBrowser(signingInWith: url)
                let (thief, answer) = try await WebBrowser.visiting(url)
                #expect(answer.status == 403)
                #expect(thief.token == nil)
                #expect(try await browser.get("/", [("Host", "evil.example")]).status == 403)
                #expect(try await browser.get("/history", [("Origin", "http://evil.example")]).status == 403)
                var stranger = browser
                stranger.token = nil
                #expect(try await stranger.call("io.trellis.Host.Reload").status == 401)
                let records = try await audit(workplace, "--outcome refused")
                #expect(
                    records.map { $0["method"]?.stringValue } == [
                        "POST /login", "GET /", "GET /history", "POST /call/io.trellis.Host.Reload",
                    ])
                #expect(records.allSatisfy { $0["via"] == "dashboard" && $0["plugin"] == "dashboard" })
                #expect(
                    records.map { $0["reason"]?.stringValue } == [
                        "the sign-in URL of \(NSUserName()) was used before",
                        "the request names another host, evil.example",
                        "the request comes from a page of another origin",
                        "the request has no session, or the session has ended",
                    ])
                let table = try await workplace.trellisctl("audit").output
                #expect(table.contains("unknown"), "\(table)")
                #expect(table.contains("through dashboard"), "\(table)")
            }
        }
    }

    @Test("requests that are rejected again and again share records, and hide no record of a permitted call")
    func repeatedRejections() async throws {
        try await withDashboard { workplace, browser in
            var stranger = browser
            stranger.token = nil
            for number in 0..<100 {
                #expect(try await stranger.call("io.trellis.Items.Add\(number)").status == 401)
                if number % 10 == 0 {
                    #expect(try await browser.call("io.trellis.Items.Add", #"{"title":"Tea","count":1}"#).status == 200)
                }
            }
            let rejected = try await audit(workplace, "--outcome refused")
            // Eleven, and one more for each minute that the test takes on a busy machine.
            #expect((11...20).contains(rejected.count))
            #expect(rejected.map { $0["count"]?.integerValue ?? 1 }.reduce(0, +) == 100)
            #expect(rejected.last?["method"] == "POST /call/io.trellis.Items.Add99")
            #expect(try await audit(workplace, "--method Add").count == 10)
        }
    }

    @Test(
        "calls have the role of the user who ran trellisctl, and records that name the user",
        .needsRoot(to: "run it as another user"))
    func reader() async throws {
        let configuration = Self.configuration(roles: "read: ['65534']")
        try await Workplace.with(configuration: configuration) { workplace in
            try await workplace.withDaemon { _ in
                // The group may connect to the control socket.
                let url = try await workplace.shell(
                    "setpriv --reuid=65534 --regid=0 --clear-groups \"$TRELLISCTL\" dashboard")
                try #require(url.status == 0, "\(url.error)")
                let browser = try await WebBrowser(signingInWith: url.output)
                #expect(try await browser.get("/initial").json["role"] == "read")
                #expect(try await browser.call("io.trellis.Host.PlanReload").status == 200)
                for method in ["io.trellis.Host.Reload", "io.trellis.Host.ReadLog"] {
                    let answer = try await browser.call(method)
                    #expect(answer.status == 403)
                    #expect(try answer.json["error"] == "io.trellis.Host.RoleRequired")
                    #expect(try answer.json["message"]?.stringValue?.contains("required role") == true)
                }
                // The stream of a reader has no log, and requests none.
                var events = try await browser.stream()
                _ = try await events.first { $0.name == "plugin" }
                let records = try await audit(workplace, "--user 65534")
                #expect(
                    records.map { $0["method"]?.stringValue } == ["io.trellis.Host.Reload", "io.trellis.Host.ReadLog"])
                #expect(records.allSatisfy { $0["outcome"] == "refused" && $0["via"] == "dashboard" })
            }
        }
    }

    @Test("the stream has the events, the log and the states of the plugins, and continues where it ended")
    func live() async throws {
        try await withDashboard { workplace, browser in
            var events = try await browser.stream()
            _ = try await events.first { $0.name == "event" && $0.data == [:] }
            #expect(try await workplace.trellisctl("plugin", "stop", "items").status == 0)
            let stopped = try await events.first { $0.data["event"]?["transition"]?["to"] == "stopped" }
            #expect(stopped.data["event"]?["transition"]?["plugin"] == "items")
            let state = try await events.first { $0.name == "plugin" && $0.data["state"] == "stopped" }
            #expect(state.data["name"] == "items")
            #expect(try await workplace.trellisctl("plugin", "start", "items").status == 0)
            var resumed = try await browser.stream(after: stopped.id)
            let next = try await resumed.first { $0.name == "event" }
            #expect(
                next.data["event"]?["sequence"]?.integerValue
                    == stopped.data["event"]?["sequence"]?.integerValue.map { $0 + 1 })
            let sample = try await resumed.first { $0.name == "sample" }
            #expect(sample.data["memory"]?.doubleValue ?? 0 > 1_000_000)
            #expect(try await browser.get("/history").json["times"]?.arrayValue?.isEmpty == false)
            // The log of this session names its user.
            var log = try await browser.stream()
            _ = try await log.first {
                $0.name == "log" && $0.data["entry"]?["message"]?.stringValue?.contains("signed in as") == true
            }
        }
    }

    @Test("a page receives the states of more than 1,000 plugins, then only changes, and continues where it ended")
    func manyPlugins() async throws {
        let names = (0..<1_100).map { "idle\($0)" }
        let configuration = """
            plugins:
              dashboard: { listen: ["127.0.0.1:0"], confirmHealth: 0 }
            \(names.map { "  \($0): {confirmHealth: 0}" }.joined(separator: "\n"))

            """
        let program = Programs.checkout.appending(path: ".build/debug/faulty-daemon").path
        try await Workplace.with(configuration: configuration) { workplace in
            // The program ignores the command line of `trellisd`.
            let wrapper = ["/bin/sh", "-c", #"exec "$0" "$1""#, program, workplace.folder.path]
            try await workplace.withDaemon(under: wrapper) { _ in
                let browser = try await browser(in: workplace)
                var events = try await browser.stream()
                var seen: [String] = []
                while seen.count < names.count + 1 {
                    let state = try await events.first { $0.name == "plugin" }
                    #expect(state.data["state"] == "running")
                    seen.append(try #require(state.data["name"]?.stringValue))
                }
                #expect(Set(seen) == Set(names + ["dashboard"]))

                #expect(try await workplace.trellisctl("plugin", "stop", "idle7").status == 0)
                var changed: Set<String> = []
                var isStopped = false
                var last: String?
                while !isStopped || last == nil {
                    let event = try #require(try await events.next())
                    if event.name == "plugin", let name = event.data["name"]?.stringValue {
                        changed.insert(name)
                        isStopped = event.data["state"] == "stopped"
                    }
                    if event.data["event"]?["transition"]?["to"] == "stopped" { last = event.id }
                }
                #expect(changed == ["idle7"])

                #expect(try await workplace.trellisctl("plugin", "start", "idle7").status == 0)
                var resumed = try await browser.stream(after: last)
                let next = try await resumed.first { $0.name == "event" && $0.data["event"] != nil }
                #expect(next.data["event"]?["transition"]?["plugin"] == "idle7")
                #expect(next.data["event"]?["transition"]?["from"] == "stopped")
            }
        }
    }

    @Test("a reload that keeps the sessions ends the streams, and the page continues with its token")
    func reload() async throws {
        try await withDashboard { workplace, browser in
            var events = try await browser.stream()
            _ = try await events.first { $0.name == "plugin" }
            try workplace.write(Self.configuration(", stallLimit: 31"), to: "trellis.yaml")
            let reloaded = try await workplace.trellisctl("reload")
            #expect(reloaded.output.contains("dashboard: reconfigured"), "\(reloaded.output)\(reloaded.error)")
            // On a busy machine, the server closes the connection before the stream has ended in order; pages continue likewise.
            while let _ = try? await events.next() {}
            var again = try await browser.stream()
            _ = try await again.first { $0.name == "plugin" }
        }
    }

    @Test("a reload from the page that restarts the dashboard continues, and the page receives an answer")
    func reloadFromPage() async throws {
        try await withDashboard { workplace, browser in
            try workplace.write(
                Self.configuration().replacing("127.0.0.1:0", with: "127.0.0.2:0"), to: "trellis.yaml")
            let plan = try await browser.call("io.trellis.Host.PlanReload").json
            let hash = try #require(plan["plan"]?["hash"]?.stringValue)
            let answer = try await browser.call("io.trellis.Host.Reload", #"{"hash":"\#(hash)"}"#)
            #expect(answer.status == 503)
            #expect(try answer.json["error"] == "io.trellis.Host.ShuttingDown")
            // The reload ends when it has released its lock, for which the next one waits.
            #expect(try await workplace.trellisctl("reload").status == 0)
            let url = try await workplace.trellisctl("dashboard").output
            #expect(url.hasPrefix("http://127.0.0.2:"))
            #expect(try await WebBrowser(signingInWith: url).get("/initial").status == 200)
            let events = try await workplace.trellisctl("events", "--json").output
            #expect(!events.contains("servicesOverdue") && !events.contains("stuck"), "\(events)")
        }
    }

    @Test("a browser that does not read delays neither other pages nor the stop of the plugin")
    func silentBrowser() async throws {
        // A stop that waited for the browser would exceed the time limit of the command.
        let configuration = """
            control: { failpoints: true }
            plugins:
              dashboard: { listen: ["127.0.0.1:0"], timeoutStop: 10min }

            """
        try await withDashboard(configuration) { workplace, browser in
            let silent = try SilentBrowser(of: browser)
            // More log entries than the buffers of a connection take: 8 MB.
            let terms = String(repeating: "1*off->", count: 15_000) + "off"
            for _ in 0..<80 {
                let answer = try await browser.call(
                    "io.trellis.Host.Inject", #"{"failpoint":"trellisd.overrides.write","terms":"\#(terms)"}"#)
                #expect(answer.status == 200, "\(answer.text)")
            }
            var events = try await browser.stream()
            _ = try await events.first { $0.name == "plugin" }
            #expect(try await workplace.trellisctl("plugin", "stop", "dashboard", "--timeout", "20").status == 0)
            let log = try await workplace.trellisctl("events", "--json").output
            #expect(!log.contains("servicesOverdue") && !log.contains("stuck"), "\(log)")
            withExtendedLifetime(silent) {}
        }
    }

    @Test("the forms have the names and descriptions of trellisctl's commands")
    func forms() async throws {
        try await withDashboard { workplace, browser in
            let forms = try await browser.get("/forms").json.arrayValue ?? []
            #expect(forms.map { $0["plugin"]?.stringValue } == ["items"])
            let commands = forms[0]["commands"]?.arrayValue ?? []
            for command in commands {
                let name = try #require(command["command"]?.stringValue)
                let help = try await workplace.shell("COLUMNS=1000 \"$TRELLISCTL\" items \(name) --help").output
                    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
                let (summary, role) = (command["summary"]?.stringValue ?? "", command["role"]?.stringValue ?? "")
                #expect(!summary.isEmpty && help.contains(summary), "\(summary)\n\(help)")
                #expect(help.contains("Requires the role '\(role)'"))
                for field in command["fields"]?.arrayValue ?? [] {
                    let (label, text) = (field["label"]?.stringValue ?? "", field["help"]?.stringValue ?? "")
                    #expect(!label.isEmpty && help.contains(label), "\(label)\n\(help)")
                    #expect(!text.isEmpty && help.contains(text), "\(text)\n\(help)")
                }
            }
            let add = try #require(commands.first { $0["method"] == "Add" })
            #expect(add["fields"]?.arrayValue?.map { $0["type"]?.stringValue } == ["string", "int"])
        }
    }

    @Test("without the plugin, trellisctl names the command that enables it; it does")
    func disabled() async throws {
        // The default port may be in use on this machine.
        let configuration =
            "plugins: { items: { store: memory }, dashboard: { enabled: no, listen: [\"127.0.0.1:0\"] } }\n"
        try await Workplace.with(configuration: configuration) { workplace in
            try await workplace.withDaemon { _ in
                let failed = try await workplace.trellisctl("dashboard")
                #expect(failed.status == 69)
                #expect(failed.error.contains("the plugin dashboard is not enabled"), "\(failed.error)")
                let words = try #require(failed.error.firstMatch(of: /'trellisctl (plugin enable [a-z]+)'/)?.1)
                try await workplace.require(words.split(separator: " ").map(String.init))
                #expect(try await browser(in: workplace).get("/initial").status == 200)
            }
        }
    }

    @Test("--open passes the URL to the browser in a file that only the user can read")
    func open() async throws {
        try await withDashboard { workplace, _ in
            try workplace.write("#!/bin/sh\necho \"$@\" >\"$OUT\"\nstat -c %a \"$1\" >>\"$OUT\"\n", to: "bin/xdg-open")
            try workplace.write("", to: "run-user/other")
            let result = try await workplace.shell(
                """
                chmod +x "$FOLDER/bin/xdg-open"
                OUT="$FOLDER/out" PATH="$FOLDER/bin:$PATH" XDG_RUNTIME_DIR="$FOLDER/run-user" "$TRELLISCTL" dashboard --open
                """)
            #expect(result.status == 0, "\(result.error)")
            let url = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
            let out = String(decoding: try workplace.contents(of: "out"), as: UTF8.self)
            let file = workplace.path("run-user/trellis-dashboard.html")
            #expect(out == "\(file)\n600\n")
            let page = try String(contentsOfFile: file, encoding: .utf8)
            #expect(page.contains("content=\"0; url=\(url)\""))
            let headless = try await workplace.shell("env -u XDG_RUNTIME_DIR \"$TRELLISCTL\" dashboard --open")
            #expect(headless.status == 69)
            #expect(headless.output.hasPrefix("http://127.0.0.1:"))
            #expect(headless.error.contains("$XDG_RUNTIME_DIR is not set"))
        }
    }
}

/// A browser that opens a stream, and reads nothing.
private final class SilentBrowser {
    private let descriptor: Int32

    init(of browser: WebBrowser) throws {
        let port = try #require(browser.server.split(separator: ":").last.flatMap { UInt16($0) })
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // A small window, so that few events fill it.
        var size: Int32 = 4_096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        let request =
            "GET /stream HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(browser.token ?? "")\r\n\r\n"
        try #require(
            request.utf8.withContiguousStorageIfAvailable { write(descriptor, $0.baseAddress, $0.count) } ?? 0 > 0)
    }

    deinit { close(descriptor) }
}
