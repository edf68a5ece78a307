import ContractCommands
import Glibc
import Varlink

extension PluginMethod {
    /// Returns the failure for a parameter that the daemon rejects.
    ///
    /// The error of the protocol has only a path, such as `items[0].count`.
    ///
    /// - Parameter path: The path of the parameter in the error.
    /// - Returns: The failure, with the contract's comment on the parameter.
    func failure(ofParameter path: String) -> CommandFailure {
        var type = InterfaceDescription.Resolved.fields(method.parameters)
        var owner = "'\(command)'"
        var known: [Substring] = []
        var documentation = ""
        for step in path.split(separator: ".") {
            switch type {
            case .fields(let fields):
                guard let field = fields.first(where: { $0.name == step.prefix { $0 != "[" } }) else {
                    let names = fields.map(\.name).joined(separator: ", ")
                    return CommandFailure(
                        EX_DATAERR, "the contract has no parameter '\(path)'",
                        advice: names.isEmpty ? "\(owner) has no parameters." : "Parameters of \(owner): \(names).")
                }
                documentation = field.purpose.inOneLine
                type = interface.element(of: interface.resolve(field.type), at: step)
            case .map(let value):
                type = interface.element(of: interface.resolve(value), at: step)
            case .plain, .words, .list:
                break
            }
            known.append(step)
            owner = "'\(known.joined(separator: "."))'"
        }
        return CommandFailure(
            EX_DATAERR, "the parameter '\(path)' is missing or invalid",
            advice: documentation.isEmpty ? nil : "The contract describes it: \(documentation)")
    }
}

extension InterfaceDescription {
    /// Returns the type that a step of a path leads to.
    ///
    /// The step has an index such as `[0]` for each level of a nested list.
    fileprivate func element(of type: Resolved, at step: Substring) -> Resolved {
        step.reduce(type) { type, character in
            if character == "[", case .list(let element) = type { resolve(element) } else { type }
        }
    }
}
