import Foundation
import Subprocess
import SystemPackage
import Testing

/// `Scripts/make-plugin`, on copies of the project.
@Suite("make-plugin", .timeLimit(.minutes(2)))
struct MakePluginTests {
    private static let lists = ["Package.swift", "Sources/TrellisDaemon/Plugins.swift"]

    private func text(_ path: String, in copy: URL) throws -> String {
        try String(contentsOf: copy.appending(path: path), encoding: .utf8)
    }

    @Test(
        "creates a plugin with its lines in alphabetical order, and removes it without a trace",
        arguments: ["Abc", "Journal", "Notes", "Zoo2"])
    func creating(name: String) async throws {
        try await Checkout.withCopy { copy in
            let before = try Self.lists.map { try text($0, in: copy) }
            let created = try await Checkout.run("make-plugin", name, in: copy)
            #expect(created.status == 0, "\(created.text)")
            #expect(created.text.contains("make test-plugin NAME=\(name) "))
            let plugin = try text("Plugins/\(name)/\(name)Plugin.swift", in: copy)
            #expect(plugin.contains("name: \"\(name.lowercased())\""))
            #expect(try text("Package.swift", in: copy).contains("\n    plugin(\"\(name)\", dependencies:"))
            let registrations = try text(Self.lists[1], in: copy).split(separator: "\n")
            #expect(registrations.contains("    PluginRegistration(\(name)Plugin.self),"))
            for prefix in ["import ", "    PluginRegistration("] {
                let lines = registrations.filter { $0.hasPrefix(prefix) }
                #expect(lines == lines.sorted())
            }

            let removed = try await Checkout.run("make-plugin", "--remove", name, in: copy)
            #expect(removed.status == 0, "\(removed.text)")
            #expect(try Self.lists.map { try text($0, in: copy) } == before)
            #expect(!FileManager.default.fileExists(atPath: copy.appending(path: "Plugins/\(name)").path))
        }
    }

    /// Compiles the plugin `$2` in the folder `$1` and its tests with the options of Package.swift, given the folder `$3` of the
    /// products.
    private static let compiler = """
        set -e
        folder=$1 name=$2 products=$3
        maps=$({
            find "$products/" -maxdepth 2 -name module.modulemap -not -path '*-tool.build/*'
            find Sources .build/checkouts/*/Sources -name module.modulemap
        } | sed 's/^/-Xcc -fmodule-map-file=/')
        compile() {
            swiftc -swift-version 6 -package-name trellis -enable-upcoming-feature ExistentialAny \\
                -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility \\
                -I "$products/Modules" -I "$folder" $maps -warnings-as-errors "$@"
        }
        contract=io.trellis.$name
        "$products/VarlinkCodegen" --import Trellis --access public --output "$folder/$contract.swift" "$folder/$contract.varlink"
        compile -typecheck -module-name "$name" "$folder"/*.swift
        compile -emit-module -enable-testing -module-name "$name" -emit-module-path "$folder/$name.swiftmodule" "$folder"/*.swift
        compile -typecheck -module-name "${name}Tests" "$folder"/Tests/*.swift
        """

    @Test("creates a plugin that compiles under each name that is accepted", arguments: ["Journal", "Task"])
    func compiling(name: String) async throws {
        try await Checkout.withCopy { copy in
            let created = try await Checkout.run("make-plugin", name, in: copy)
            try #require(created.status == 0, "\(created.text)")
            let folder = copy.appending(path: "Plugins/\(name)").path
            let result = try await Subprocess.run(
                .name("sh"), arguments: ["-c", Self.compiler, "sh", folder, name, Checkout.products.path],
                workingDirectory: FilePath(Checkout.root.path), output: .string(limit: 1 << 20),
                error: .combinedWithOutput)
            #expect(result.terminationStatus.isSuccess, "\(result.standardOutput)")
        }
    }

    @Test("keeps a plugin that has changed")
    func keeping() async throws {
        try await Checkout.withCopy { copy in
            let created = try await Checkout.run("make-plugin", "Journal", in: copy)
            #expect(created.status == 0, "\(created.text)")
            let file = copy.appending(path: "Plugins/Journal/More.swift")
            try Data("// Work of hours.\n".utf8).write(to: file)
            let removed = try await Checkout.run("make-plugin", "--remove", "Journal", in: copy)
            #expect(removed.status == 73)
            #expect(removed.text.contains("Only in Plugins/Journal: More.swift\n"))
            #expect(removed.text.contains("make-plugin: Plugins/Journal has changed since it was created"))
            #expect(FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test(
        "rejects a name that is invalid or in use, and changes nothing",
        arguments: [
            ("", 64, "expected the name of a module"), ("notes", 64, "got 'notes'"), ("My-Notes", 64, "got 'My-Notes'"),
            ("../X", 64, "got '../X'"), ("Status", 64, "'status' is the name of a command of trellisctl"),
            ("Root", 64, "'root' is the name of the scope that all plugins share"),
            ("Items", 73, "Plugins/Items exists already"), ("ITEMS", 73, "Plugins/Items exists already"),
            ("Scopes", 73, "Sources/Scopes exists already"),
            ("Yams", 73, "contains a module 'Yams' or 'YamsTests'"),
            ("Integration", 73, "Tests/Integration exists already"),
            ("Foundation", 64, "a library has a module 'Foundation'"),
            ("Entry", 64, "uses the name 'Entry' for something else"), ("EntryStore", 64, "the name 'EntryStore' for"),
            ("Store", 64, "uses the name 'store' for something else"), ("Settings", 64, "uses the name 'Settings' for"),
            ("Class", 64, "'class' is a keyword of Swift"), ("Text", 64, "uses the name 'text' for something else"),
        ])
    func rejecting(name: String, status: Int, message: String) async throws {
        try await Checkout.withCopy { copy in
            let before = try Self.lists.map { try text($0, in: copy) }
            let result = try await Checkout.run("make-plugin", name, in: copy)
            #expect(result.status == status)
            #expect(result.text.hasPrefix("make-plugin: "))
            #expect(result.text.contains(message))
            #expect(try Self.lists.map { try text($0, in: copy) } == before)
        }
    }
}
