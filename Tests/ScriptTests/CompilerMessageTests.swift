import Foundation
import Subprocess
import SystemPackage
import Testing

/// The messages of the compiler about mistakes of plugin authors, for changed copies of the examples.
@Suite("Messages of the compiler", .timeLimit(.minutes(2)))
struct CompilerMessageTests {
    /// Compiles the plugin `$3` in the folder `$1` with the options of Package.swift, given the folder `$2` of the modules.
    private static let compiler = """
        set -e
        outputs=$(dirname "$(dirname "$2")")/plugins/outputs
        maps=$({
            find "$2/" -maxdepth 2 -name module.modulemap -not -path '*-tool.build/*'
            find Sources .build/checkouts/*/Sources -name module.modulemap
        } | sed 's/^/-Xcc -fmodule-map-file=/')
        swiftc -typecheck -swift-version 6 -module-name "$3" -package-name trellis \\
            -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \\
            -enable-upcoming-feature MemberImportVisibility -I "$2/Modules" $maps \\
            "$1"/*.swift "$outputs"/*/"$3"/destination/GenerateVarlink/*.swift
        """

    /// Returns the errors and notes about a plugin after a change of one of its files: `FILE:LINE: TEXT`.
    private func messages(
        of file: String, in plugin: String = "Counter", replacing old: String, with new: String
    ) async throws -> [String] {
        var messages: [String] = []
        try await Checkout.withCopy { copy in
            let folder = copy.appending(path: "Tests/Example/\(plugin)")
            let source = folder.appending(path: file)
            let text = try String(contentsOf: source, encoding: .utf8)
            let changed = text.replacing(old, with: new)
            try #require(changed != text)
            try Data(changed.utf8).write(to: source)
            let result = try await Subprocess.run(
                .name("sh"), arguments: ["-c", Self.compiler, "sh", folder.path, Checkout.products.path, plugin],
                workingDirectory: FilePath(Checkout.root.path), output: .string(limit: 1 << 20),
                error: .combinedWithOutput)
            messages = result.standardOutput.matches(of: /(?m)^\/.*\/([^\/:]+:\d+):\d+: ((error|note): .*)$/)
                .map { "\($0.1): \($0.2)" }
        }
        return messages
    }

    @Test("a command that is not implemented")
    func missingMethod() async throws {
        let messages = try await messages(of: "CounterInterface.swift", replacing: "func add(", with: "func increase(")
        #expect(
            messages == [
                "CounterInterface.swift:4: error: type 'CounterInterface' does not conform to protocol 'CounterService'",
                "io.trellis.Counter.generated.swift:160: note: protocol requires function 'add(amount:context:)' with type "
                    + "'(Int, CallContext) async throws -> CounterContract.AddReply'",
            ])
    }

    @Test("an instance that is served, but is not an interface")
    func servedModel() async throws {
        let messages = try await messages(
            of: "CounterPlugin.swift", replacing: "serve(CounterInterface.init(counter:))",
            with: "serve(Counter.init(configuration:))")
        #expect(
            messages.first
                == "CounterPlugin.swift:11: error: instance method 'serve(_:file:line:)' requires that 'Counter' conform to "
                + "'VarlinkInterface'")
    }

    @Test(
        "a conversion of errors that does not meet the requirement",
        arguments: [
            "contractErrors(for error: any Error) -> NotesError?", "contractError(of error: any Error) -> NotesError?",
            "contractError(for error: any Error) -> ServiceError?",
        ])
    func contractError(mistake: String) async throws {
        let messages = try await messages(
            of: "NotesInterface.swift", in: "Notes",
            replacing: "contractError(for error: any Error) -> NotesError?", with: mistake)
        #expect(
            messages.first
                == "NotesInterface.swift:4: error: type 'NotesInterface' does not conform to protocol 'VarlinkInterface'"
        )
    }
}
