import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import SystemPackage
import Testing
import Varlink

/// A headless Chromium that a test controls through the WebDriver protocol.
struct Browser: Sendable {
    /// The address of the session at chromedriver.
    private let session: URL

    /// The programs of Debian's packages chromium and chromium-driver.
    private static let programs = ["/usr/bin/chromium", "/usr/bin/chromedriver"]

    /// Whether the programs are installed.
    static let isInstalled = programs.allSatisfy(FileManager.default.isExecutableFile)

    /// The time that Chromium gets for each wait, in milliseconds.
    private static let limit: JSONValue = 60_000

    /// Starts Chromium with a new profile, and runs a body.
    ///
    /// - Parameters:
    ///   - more: Further arguments of Chromium.
    ///   - body: Receives the browser.
    /// - Returns: The result of the body.
    /// - Throws: ``Failure`` when Chromium does not start, and any error of the body.
    static func with<Result: Sendable>(
        _ more: String..., body: @Sendable (Browser) async throws -> Result
    ) async throws -> Result {
        let profile = FileManager.default.temporaryDirectory.appending(path: "trellis-browser-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: profile) }
        var arguments = [
            "--headless=new", "--disable-dev-shm-usage", "--hide-scrollbars", "--user-data-dir=\(profile.path)",
        ]
        // Chromium rejects its sandbox for root.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        let options: JSONValue = ["args": .array((arguments + more).map { .string($0) })]
        let capabilities: JSONValue = [
            "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
            "timeouts": ["implicit": limit, "script": limit, "pageLoad": limit],
        ]
        // The driver ends if another program takes the port that it has chosen before it listens.
        for _ in 0..<10 {
            if let result = try await start(with: capabilities, body) { return result }
        }
        throw Failure(command: "start", value: "chromedriver --port=0 ended ten times before it had a port")
    }

    /// Starts the driver, and runs a body.
    ///
    /// - Returns: The result of the body; nil if the driver ended before it had a port.
    private static func start<Result: Sendable>(
        with capabilities: JSONValue, _ body: @Sendable (Browser) async throws -> Result
    ) async throws -> Result? {
        let outcome = try await Subprocess.run(
            .path(FilePath(programs[1])), arguments: ["--port=0"], input: .none, output: .sequence, error: .discarded
        ) { execution -> Result? in
            // The driver prints its port, and nothing that matters afterwards.
            var port: Substring?
            for try await line in execution.standardOutput.strings() {
                port = line.firstMatch(of: /started successfully on port ([0-9]+)/)?.output.1
                if port != nil { break }
            }
            guard let port else { return nil }
            let driver = try #require(URL(string: "http://127.0.0.1:\(port)/session"))
            let created = try await request("POST", driver, ["capabilities": ["alwaysMatch": capabilities]])
            let browser = Browser(session: driver.appending(path: try #require(created["sessionId"]?.stringValue)))
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(try await body(browser))
            } catch {
                result = .failure(error)
            }
            _ = try? await request("DELETE", browser.session)
            try execution.send(signal: .terminate)
            return try result.get()
        }
        return outcome.closureResult
    }

    /// Sends a command of the protocol to the session, and returns the value of the reply.
    @discardableResult
    private func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        try await Self.request(method, session.appending(path: path), body)
    }

    private static func request(_ method: String, _ url: URL, _ body: JSONValue? = nil) async throws -> JSONValue {
        // URLSession rejects the replies of chromedriver, whose headers have no space after the colon.
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .init(rawValue: method)
        if let body { request.body = .bytes(ByteBuffer(string: body.formatted())) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
        let text = String(buffer: try await response.body.collect(upTo: 32 << 20))
        let value = try JSONValue(parsing: text)["value"] ?? nil
        guard response.status == .ok else { throw Failure(command: "\(method) \(url.path)", value: value) }
        return value
    }

    /// An error of a command.
    struct Failure: Error, CustomStringConvertible {
        let command: String
        let value: JSONValue

        var description: String {
            "\(command): \(value["error"]?.stringValue ?? ""): \(value["message"]?.stringValue ?? "")"
        }
    }
}

// MARK: - Pages

extension Browser {
    /// Opens an address, and waits until the document is loaded.
    func open(_ address: String) async throws { try await send("POST", "url", ["url": .string(address)]) }

    /// Goes back by one entry of the history.
    func goBack() async throws { try await send("POST", "back", [:]) }

    /// Evaluates an expression of JavaScript in the page.
    func value(of expression: String) async throws -> JSONValue {
        try await send("POST", "execute/sync", ["script": .string("return \(expression)"), "args": []])
    }

    /// Runs a function body of JavaScript that calls `done(value)` once, and returns the value.
    func run(_ body: String) async throws -> JSONValue {
        let script = "const done = arguments[arguments.length - 1];\n\(body)"
        return try await send("POST", "execute/async", ["script": .string(script), "args": []])
    }

    /// Waits until an expression of JavaScript is true.
    ///
    /// The expression is evaluated at each change of the document.
    func wait(until condition: String) async throws {
        _ = try await run(
            """
            const check = () => {
                if (!(\(condition))) return;
                observer.disconnect();
                done(null);
            };
            const observer = new MutationObserver(check);
            observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            check();
            """)
    }

    /// The messages of the console since the last call.
    func consoleMessages() async throws -> [String] {
        try await send("POST", "se/log", ["type": "browser"]).arrayValue?
            .compactMap { $0["message"]?.stringValue } ?? []
    }

    /// Sets the size of the view, as on a device.
    func setSize(width: Int64, height: Int64) async throws {
        try await execute(
            "Emulation.setDeviceMetricsOverride",
            ["width": .integer(width), "height": .integer(height), "deviceScaleFactor": 1, "mobile": false])
    }

    /// Minimizes the window, which hides the page.
    func minimize() async throws { try await send("POST", "window/minimize", [:]) }

    /// Shows a minimized window.
    func restore() async throws { try await send("POST", "window/rect", ["width": 1_000, "height": 800]) }

    /// Sets the preferred color scheme: light or dark.
    func setColorScheme(_ scheme: String) async throws {
        try await execute(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": .string(scheme)]]])
    }

    private func execute(_ command: String, _ parameters: JSONValue) async throws {
        try await send("POST", "goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }
}

// MARK: - Elements

extension Browser {
    /// An element of the page.
    struct Element: Sendable {
        fileprivate let browser: Browser
        fileprivate let id: String

        /// The visible text.
        var text: String {
            get async throws { try await property("text") }
        }

        /// The role for assistive technology.
        var role: String {
            get async throws { try await property("computedrole") }
        }

        /// The name for assistive technology.
        var label: String {
            get async throws { try await property("computedlabel") }
        }

        private func property(_ name: String) async throws -> String {
            try await browser.send("GET", "element/\(id)/\(name)").stringValue ?? ""
        }

        /// Clicks the element.
        func click() async throws { try await browser.send("POST", "element/\(id)/click", [:]) }

        /// Types a text into the element.
        func type(_ text: String) async throws {
            try await browser.send("POST", "element/\(id)/value", ["text": .string(text)])
        }
    }

    /// Waits for an element.
    ///
    /// - Parameter selector: A selector of CSS, or an XPath that starts with `//`.
    /// - Returns: The first element.
    /// - Throws: ``Failure`` when there is none after a minute.
    func find(_ selector: String) async throws -> Element {
        let strategy: JSONValue = selector.hasPrefix("//") ? "xpath" : "css selector"
        let value = try await send("POST", "element", ["using": strategy, "value": .string(selector)])
        // The key that the protocol defines for the identifier of an element.
        let id = value["element-6066-11e4-a52e-4f735466cecf"]?.stringValue
        return Element(browser: self, id: try #require(id))
    }

    /// The keys of the protocol.
    enum Key: String {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case escape = "\u{E00C}"
    }

    /// Presses a key, which the element with the focus receives.
    func press(_ key: Key) async throws { try await press(key.rawValue) }

    /// Presses the keys of a text one by one.
    func press(_ text: String) async throws {
        let actions = text.flatMap { character -> [JSONValue] in
            ["keyDown", "keyUp"].map { ["type": .string($0), "value": .string(String(character))] }
        }
        try await send(
            "POST", "actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
    }
}
