import Foundation
import Testing

/// `Scripts/check-alone`, with a replacement of swift that checks the package and records its own arguments.
@Suite("check-alone", .timeLimit(.minutes(2)))
struct CheckAloneTests {
    private static let swift = """
        #!/bin/sh
        echo "swift $*" >> "$CALLS"
        # Removes the folder of this program from the path.
        PATH=${PATH#*:}
        case $1 in build) exec swift package dump-package ;; esac
        """

    /// Runs the script on a copy of the project, and passes the exit status, the output, the calls of swift and the
    /// copy to a closure.
    private func check(
        _ library: String, _ options: String..., body: (Int, String, [String], URL) throws -> Void
    ) async throws {
        try await Checkout.withCopy { copy in
            let folder = copy.appending(path: "bin")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try await Checkout.makeProgram(Self.swift, at: folder.appending(path: "swift"))
            let calls = copy.appending(path: "calls")
            let path = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]
            let option = options.first.map { [$0] } ?? []
            let result = try await Checkout.run(
                "check-alone", [library] + option + (library.isEmpty ? [] : ["--filter", "Some"]), in: copy,
                variables: ["PATH": "\(folder.path):\(path)", "CALLS": calls.path, "TMPDIR": copy.path])
            let lines = try? String(contentsOf: calls, encoding: .utf8).split(separator: "\n").map(String.init)
            try body(result.status, result.text, lines ?? [], copy)
        }
    }

    @Test(
        "builds and tests a library with its dependencies",
        arguments: [
            ("Scopes", ["Scopes"], []),
            (
                "Systemd", ["CGlibc", "CSystemd", "ConsoleLogging", "LogSupport", "RFC3339", "Systemd"], ["swift-log"]
            ),
            ("Varlink", ["GenerateVarlink", "Varlink", "VarlinkCodegen", "VarlinkIDL"], ["swift-nio"]),
        ])
    func libraries(library: String, modules: [String], packages: [String]) async throws {
        try await check(library) { status, text, calls, copy in
            #expect(status == 0, "\(text)")
            let folder = copy.appending(path: ".build/alone/\(library)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Sources").sorted() == modules)
            let tests = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Tests")
            #expect(tests.contains("\(library)Tests"))
            for test in tests {
                #expect(FileManager.default.fileExists(atPath: "\(folder.path)/Tests/\(test)/."), "\(test)")
                #expect(text.contains("\"\(test)\""), "\(test)")
            }
            for package in packages { #expect(text.contains("\"\(package)\"")) }
            #expect(
                calls == [
                    "swift build --scratch-path .build/debug --build-tests",
                    "swift test --scratch-path .build/debug --skip-build --disable-xctest --filter Some",
                ])
        }
    }

    @Test(
        "uses a separate build directory for each variant",
        arguments: [
            ("--release", "-c release -Xswiftc -enable-testing"),
            ("--thread-sanitizer", "--sanitize=thread -Xlinker COPY/.build/alone/Scopes/mutex.o"),
        ])
    func variants(option: String, options: String) async throws {
        try await check("Scopes", option) { status, text, calls, copy in
            #expect(status == 0, "\(text)")
            let options = options.replacing("COPY", with: copy.path)
            let scratch = ".build/" + option.dropFirst(2)
            #expect(
                calls == [
                    "swift build --scratch-path \(scratch) \(options) --build-tests",
                    "swift test --scratch-path \(scratch) \(options) --skip-build --disable-xctest --filter Some",
                ])
        }
    }

    @Test("rejects the name of another module")
    func otherModule() async throws {
        try await check("Trellis") { status, text, calls, _ in
            #expect(status == 64)
            #expect(text == "check-alone: expected Scopes, Systemd or Varlink, got 'Trellis'\n")
            #expect(calls == [])
        }
    }
}
