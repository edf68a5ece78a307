import Foundation
import PackagePlugin

/// The build tool that turns each `.varlink` file of a target into Swift.
///
/// `io.trellis.Items.varlink` becomes `io.trellis.Items.generated.swift`, made anew whenever the interface or the
/// generator has changed. A library shows what is generated to others (`public`); an executable or a test target
/// keeps it to itself (`internal`).
@main
struct GenerateVarlink: BuildToolPlugin {
    /// A target whose interfaces can't be generated for.
    enum Fault: Error, CustomStringConvertible {
        /// The target does not depend on the runtime.
        case noRuntime(target: String)

        var description: String {
            switch self {
            case .noRuntime(let target):
                "the target '\(target)' has .varlink files, but depends on neither of the modules that generated code "
                    + "needs: add 'Trellis' or 'Varlink' to its dependencies"
            }
        }
    }

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let interfaces = module.sourceFiles(withSuffix: ".varlink").map(\.url)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        guard !interfaces.isEmpty else { return [] }
        let generator = try context.tool(named: "VarlinkCodegen").url
        let importArguments = try importedModule(of: module).map { ["--import", $0] } ?? []
        let access = module.kind == .generic ? "public" : "internal"
        return interfaces.map { interface in
            let name = interface.deletingPathExtension().lastPathComponent
            let output = context.pluginWorkDirectoryURL.appending(path: "\(name).generated.swift")
            return .buildCommand(
                displayName: "Generating Swift for \(name)",
                executable: generator,
                arguments: importArguments + ["--access", access, "--output", output.path(), interface.path()],
                inputFiles: [interface],
                outputFiles: [output])
        }
    }

    /// The module that the target's generated code imports.
    ///
    /// - Parameter module: The target.
    /// - Returns: Trellis, which re-exports what is needed, if the target depends on it; else Varlink; nil for the
    ///   target Varlink itself.
    /// - Throws: `Fault` when the target depends on neither.
    private func importedModule(of module: any SourceModuleTarget) throws -> String? {
        if module.name == "Varlink" { return nil }
        let dependencies = module.dependencies.flatMap { dependency -> [String] in
            switch dependency {
            case .target(let target): [target.name]
            case .product(let product): product.targets.map(\.name)
            @unknown default: []
            }
        }
        guard let found = ["Trellis", "Varlink"].first(where: { dependencies.contains($0) }) else {
            throw Fault.noRuntime(target: module.name)
        }
        return found
    }
}
