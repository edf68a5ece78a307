/// Writes the Swift source for an interface.
struct Generator {
    /// How the source is to be.
    struct Options: Equatable {
        /// The module that has the runtime's types, if it is not the one that the source is for.
        var importedModule: String?
        var access: Access = .public
        /// What the names of all declarations begin with; nil for ``Contract/defaultPrefix(for:)``.
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

    /// What stands before each declaration.
    var access: String { options.access.modifier }

    /// The whole file.
    func source() -> String {
        var writer = SourceWriter()
        writer.line("// Generated from \(contract.interface).varlink. Do not edit: change the interface and build.", "")
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
