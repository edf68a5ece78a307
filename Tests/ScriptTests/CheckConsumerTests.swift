import Foundation
import Testing

/// `Scripts/check-consumer`, with a replacement of swift that resolves the packages and builds the program of a test.
@Suite("check-consumer", .timeLimit(.minutes(2)))
struct CheckConsumerTests {
    /// Resolves the packages `$PACKAGES`, and builds a program that prints the lines of `$OUTPUT`.
    private static let swift = """
        #!/bin/sh
        echo "$1 $(cat "$3/Package.swift")" >> "$CALLS"
        [ "$4" = --scratch-path ] || exit 2
        if [ "$1" = package ]; then
            printf '{"dependencies": [{"identity": "copy", "path": "%s", "dependencies": [' "$ROOT"
            for package in $PACKAGES; do
                printf '%s{"identity": "%s", "path": "/", "dependencies": []}' "$comma" "$package"
                comma=,
            done
            echo ']}]}'
        else
            mkdir -p "$5/debug"
            printf '#!/bin/sh\\nprintf "%%s\\\\n" "$*" "$OUTPUT"\\n' > "$5/debug/demo"
            chmod 755 "$5/debug/demo"
        fi
        """

    private static let page = """
        # Libraries

        | `traits:` | for the libraries | resolves these packages |
        |---|---|---|
        | `[]` | Scopes | none |
        | `["Varlink"]` | Varlink | `swift-atomics`, `swift-nio` |

        ## Scopes

        `Package.swift`:

            .package(url: "https://github.com/OWNER/trellis.git", branch: "main", traits: [])

        ## Varlink

        `Package.swift`:

            .package(url: "https://github.com/OWNER/trellis.git", branch: "main", traits: ["Varlink"])

        `Sources/demo/main.swift`:

            print(1)

        Two commands:

            $ swift run --quiet demo --count 2
            --count 2
            one

            two
            $ swift run --quiet demo

            one

            two

        The end.

        """

    /// Runs the script on a page, and passes the exit status, the output, the packages as swift saw them and the copy to a
    /// closure.
    private func check(
        _ library: String, page: String = Self.page, packages: String = "swift-nio swift-atomics",
        output: String = "one\n\ntwo", body: (Int, String, String, URL) throws -> Void
    ) async throws {
        let copy = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "trellis-consumer-\(UUID().uuidString)")
        for folder in ["Scripts", "docs", "bin", "tmp"] {
            try FileManager.default.createDirectory(
                at: copy.appending(path: folder), withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: copy) }
        let script = try String(contentsOf: Checkout.root.appending(path: "Scripts/check-consumer"), encoding: .utf8)
        try await Checkout.makeProgram(script, at: copy.appending(path: "Scripts/check-consumer"))
        try await Checkout.makeProgram(Self.swift, at: copy.appending(path: "bin/swift"))
        try Data(page.utf8).write(to: copy.appending(path: "docs/libraries.md"))
        let path = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]
        let calls = copy.appending(path: "calls")
        let result = try await Checkout.run(
            "check-consumer", [library], in: copy,
            variables: [
                "PATH": "\(copy.path)/bin:\(path)", "CALLS": calls.path, "ROOT": copy.path, "PACKAGES": packages,
                "OUTPUT": output, "TMPDIR": "\(copy.path)/tmp",
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(copy.path)/tmp") == [])
        try body(result.status, result.text, (try? String(contentsOf: calls, encoding: .utf8)) ?? "", copy)
    }

    @Test("accepts a package that resolves and prints what the page shows")
    func accepted() async throws {
        try await check("Varlink") { status, text, calls, copy in
            #expect(text == "check-consumer: Varlink\n")
            #expect(status == 0)
            let package = ".package(name: \"trellis\", path: \"\(copy.path)\", traits: [\"Varlink\"])"
            #expect(calls == "package \(package)\nbuild \(package)\n")
        }
    }

    @Test(
        "rejects a page that names other packages than the resolved ones",
        arguments: [
            ("swift-atomics swift-log swift-nio", "+swift-log"), ("swift-nio", "-swift-atomics"), ("", "-swift-nio"),
        ])
    func packages(resolved: String, difference: String) async throws {
        try await check("Varlink", packages: resolved) { status, text, calls, _ in
            #expect(status == 1)
            #expect(text.contains("\n\(difference)\n"))
            #expect(
                text.hasSuffix(
                    "docs/libraries.md:14: error: Varlink: with the traits [\"Varlink\"], other packages are resolved "
                        + "than the page names\n"))
            #expect(!calls.contains("build"))
        }
    }

    @Test("rejects other output than that of the page")
    func output() async throws {
        try await check("Varlink", output: "one\n\nthree") { status, text, _, _ in
            #expect(status == 1)
            #expect(text.contains("\n-two\n+three\n"))
            #expect(
                text.hasSuffix(
                    "docs/libraries.md:26: error: Varlink: the output of the command is not that of the page\n"))
        }
    }

    @Test(
        "rejects a section that is not complete",
        arguments: [
            ("Scopes", "", "", "8: error: Scopes: the section has no line '    $ swift run …'"),
            ("Varlink", "## Varlink", "## Other", "0: error: Varlink: the page has no section '## Varlink'"),
            ("Varlink", "`Package.swift`:", "", "14: error: Varlink: the section has no `Package.swift`:"),
            (
                "Varlink", "traits: [\"Varlink\"]", "traits: [\"Log\"]",
                "14: error: Varlink: no table has the traits [\"Log\"] of the package"
            ),
            (
                "Varlink", "OWNER/trellis", "OWNER/other",
                "14: error: Varlink: Package.swift does not contain "
                    + "'url: \"https://github.com/OWNER/trellis.git\", branch: \"main\"'"
            ),
        ])
    func incomplete(library: String, part: String, replacement: String, message: String) async throws {
        let page = part.isEmpty ? Self.page : Self.page.replacing(part, with: replacement)
        try await check(library, page: page) { status, text, calls, _ in
            #expect(status == 1)
            #expect(text == "check-consumer: \(library)\ndocs/libraries.md:\(message)\n")
            #expect(calls == "")
        }
    }

    @Test("rejects the name of another library")
    func otherLibrary() async throws {
        try await check("Trellis") { status, text, _, _ in
            #expect(status == 64)
            #expect(
                text == "check-consumer: expected Scopes, CommandModel, Varlink, Systemd, OpenMetrics, Etcd, got "
                    + "'Trellis'\n")
        }
    }
}
