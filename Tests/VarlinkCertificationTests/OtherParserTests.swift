import Foundation
import Testing

/// The interfaces of the daemon, parsed by other implementations, if they are installed.
@Suite("Other parsers", .timeLimit(.minutes(2)))
struct OtherParserTests {
    private static let systemd = Program(path: Tools.inPath("varlinkctl"))
    private static let go = Program(path: Tools.inPath("varlink-go-interface-generator"))
    private static let python = Program(path: Tools.pythonWithVarlink)

    /// The contracts in `Sources` and `Plugins`, without that of the certification, which the daemon does not serve.
    private static let interfaces: [URL] = {
        let root = Tools.checkout
        let folders = ["Sources", "Plugins"].map { root.appending(path: $0) }
        let files = folders.flatMap { folder in
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        }
        return files.filter {
            $0.pathExtension == "varlink" && $0.lastPathComponent != "org.varlink.certification.varlink"
        }
    }()

    @Test("the sources contain interfaces to parse")
    func thereAreInterfaces() {
        #expect(Self.interfaces.count > 2)
    }

    @Test(.enabled(if: systemd.isThere, "varlinkctl (systemd 257 or later) is not installed"), arguments: interfaces)
    func systemdReads(interface: URL) async throws {
        let result = try await Self.systemd.run(["validate-idl", interface.path])
        #expect(result.status == 0, "\(result.text)")
    }

    @Test(.enabled(if: python.isThere, "the Python package varlink is not installed"), arguments: interfaces)
    func pythonReads(interface: URL) async throws {
        let script = "import sys, varlink; print(varlink.Interface(open(sys.argv[1]).read()).name)"
        let result = try await Self.python.run(["-c", script, interface.path])
        #expect(result.text == interface.deletingPathExtension().lastPathComponent + "\n")
    }

    /// The generator of varlink-go up to 0.4 rejects uppercase letters in the name of an interface, which is therefore
    /// converted to lowercase.
    @Test(.enabled(if: go.isThere, "varlink-go is not installed"), arguments: interfaces)
    func goReads(interface: URL) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "go-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appending(path: "copy.varlink")
        let name = interface.deletingPathExtension().lastPathComponent
        let text = try String(contentsOf: interface, encoding: .utf8)
        try text.replacing("interface \(name)", with: "interface \(name.lowercased())")
            .write(to: copy, atomically: true, encoding: .utf8)
        let result = try await Self.go.run([copy.path])
        #expect(result.status == 0, "\(result.text)")
    }
}
