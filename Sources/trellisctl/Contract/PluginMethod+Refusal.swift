import Glibc
import Varlink

extension PluginMethod {
    /// Runs a body that calls the method, and tells of a parameter that the daemon did not take what the contract says
    /// of it.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: ``refusal(of:)`` in the place of `InvalidParameter`; else what the body throws.
    func explainingRefusals<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch ServiceError.invalidParameter(let parameter) {
            throw refusal(of: parameter)
        }
    }

    /// Why the daemon did not take a parameter, as far as the contract tells.
    ///
    /// The protocol's error has a path alone, such as `items[0].count`. What the contract has there says what it may
    /// be.
    ///
    /// - Parameter path: The path of what was not taken.
    /// - Returns: The failure, with what the contract says of the parameter.
    func refusal(of path: String) -> CommandFailure {
        var place = InterfaceDescription.Resolved.fields(method.parameters)
        var owner = "'\(command)'"
        var known: [Substring] = []
        var documentation = ""
        for step in path.split(separator: ".") {
            switch place {
            case .fields(let fields):
                guard let field = fields.first(where: { $0.name == step.prefix { $0 != "[" } }) else {
                    let names = fields.map(\.name).joined(separator: ", ")
                    return CommandFailure(
                        EX_DATAERR, "the contract has no parameter '\(path)'",
                        advice: names.isEmpty ? "\(owner) takes none." : "\(owner) has these: \(names).")
                }
                documentation = field.documentation.text
                place = interface.element(of: interface.resolve(field.type), at: step)
            case .map(let value):
                place = interface.element(of: interface.resolve(value), at: step)
            case .plain, .words, .list:
                break
            }
            known.append(step)
            owner = "'\(known.joined(separator: "."))'"
        }
        return CommandFailure(
            EX_DATAERR, "the parameter '\(path)' is missing, or not as the contract has it",
            advice: documentation.isEmpty ? nil : "The contract says of it: \(documentation)")
    }
}

extension InterfaceDescription {
    /// What a step of a path leads to, with its indices: `[0]`, as often as there are lists in lists.
    fileprivate func element(of place: Resolved, at step: Substring) -> Resolved {
        step.reduce(place) { place, character in
            if character == "[", case .list(let element) = place { resolve(element) } else { place }
        }
    }
}
