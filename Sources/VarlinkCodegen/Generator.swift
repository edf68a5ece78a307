/// Generates the Swift source of an interface.
struct Generator {
    /// The options of the generated source.
    struct Options: Equatable {
        /// The module of the runtime's types; nil if it is the module of the source.
        var importedModule: String?
        var access: Access = .public
        /// The prefix of all declarations; nil for ``Contract/defaultPrefix(for:)``.
        var prefix: String?
    }

    let contract: Contract
    let options: Options
    let names: NameResolver

    init(_ contract: Contract, options: Options) {
        self.contract = contract
        self.options = options
        var paths = [contract.contractName, contract.errorName, contract.serviceName, contract.clientName].map { [$0] }
        paths += contract.types.flatMap(\.allPaths) + contract.failureTypes.flatMap(\.allPaths)
        for method in contract.methods {
            paths += SwiftDeclaration.structure(method.parameters).allPaths
            paths += SwiftDeclaration.structure(method.reply).allPaths
        }
        names = NameResolver(declaring: paths)
    }

    /// The modifier of each declaration, followed by a space.
    var access: String { options.access.modifier }

    /// Returns the source.
    func source() -> String {
        var writer = SourceWriter()
        writer.line(
            "// Generated from \(contract.interface).varlink. Do not edit: change the interface and build again.", "")
        if let module = options.importedModule { writer.line("\(options.access.modifier)import \(module)", "") }
        writeContract(to: &writer)
        if !contract.failures.isEmpty {
            writer.line("")
            writeErrors(to: &writer)
        }
        writer.line("")
        writeService(to: &writer)
        writer.line("")
        writeDispatch(to: &writer)
        writer.line("")
        writeClient(to: &writer)
        return writer.text
    }
}
