import Foundation
import PackagePlugin

/// The build tool that generates Swift from each `.varlink` file of a target.
///
/// `io.trellis.Items.varlink` becomes `io.trellis.Items.generated.swift`, which is generated again when the interface or the
/// generator changes. The declarations are `public` in a library, and `internal` in an executable or a test target.
@main
struct GenerateVarlink: BuildToolPlugin {
    /// An error in the declaration of a target.
    enum TargetError: Error, CustomStringConvertible {
        /// The target does not depend on the runtime.
        case noRuntime(target: String)

        var description: String {
            switch self {
            case .noRuntime(let target):
                "the target '\(target)' has .varlink files, but does not depend on 'Trellis' or 'Varlink', which the "
                    + "generated code requires; add one of them to its dependencies"
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

    /// Returns the module that the generated code of a target imports.
    ///
    /// - Parameter module: The target with `.varlink` files.
    /// - Returns: Trellis, which re-exports Varlink, if the target depends on it; otherwise Varlink; nil for the target
    ///   Varlink.
    /// - Throws: `TargetError` if the target depends on neither.
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
            throw TargetError.noRuntime(target: module.name)
        }
        return found
    }
}
