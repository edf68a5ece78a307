import Trellis
import TrellisHost

extension PluginConformance {
    /// Calls every method with malformed parameters.
    func parameterViolations() async throws -> [ConformanceFinding] {
        try await trial(at: "calls with malformed parameters") { trial in
            let contracts = try trial.host.contracts(of: name).all
            return try await trial.host.run {
                var found: [ConformanceFinding] = []
                for contract in contracts {
                    guard let interface = try? InterfaceDescription(parsing: contract.description) else { continue }
                    for method in interface.methods {
                        for malformed in MalformedParameters.all(of: method, in: interface) {
                            found += try await violation(
                                of: malformed, calling: "\(contract.name).\(method.name)", of: method, in: trial.host)
                        }
                    }
                }
                return found
            }
        }
    }

    private func violation(
        of malformed: MalformedParameters, calling method: String, of description: InterfaceDescription.Method,
        in host: PluginHost
    ) async throws -> [ConformanceFinding] {
        let call = try CallMessage(
            method: method, parameters: malformed.parameters, mode: description.streaming == .required ? .more : .single
        )
        let outcome = try await value(within: callLimit) {
            try await LocalCaller(router: host.router).firstReply(to: call)
        }
        let actual =
            switch outcome {
            case .none: "no reply within \(callLimit.systemdText)"
            case .some(.none): "no reply"
            case .some(.some(let reply)): reply.error ?? "a reply"
            }
        let expected = "\(ServiceError.interface).InvalidParameter"
        if actual == expected { return [] }
        return [
            ConformanceFinding(
                "\(malformed.problem) is answered with \(actual); expected \(expected)", at: method,
                because: "Clients distinguish their own mistakes from failures of the plugin by the error",
                advice: "Decode all parameters by the generated code, or by call.parameters(as:), before any other work"
            )
        ]
    }
}

/// The parameters of a call, of which one is malformed.
struct MalformedParameters {
    var parameters: JSONObject
    var problem: String

    /// Parameters with one that is missing, of the wrong type or unknown, for each parameter of a method.
    static func all(of method: InterfaceDescription.Method, in interface: InterfaceDescription) -> [MalformedParameters]
    {
        var valid = JSONObject()
        for parameter in method.parameters { valid[parameter.name] = interface.example(of: parameter.type) }
        var all: [MalformedParameters] = []
        for parameter in method.parameters {
            for wrong in interface.mismatches(of: parameter.type, depth: 4) {
                var malformed = valid
                malformed[parameter.name] = wrong
                all.append(
                    MalformedParameters(parameters: malformed, problem: "\(parameter.name): \(wrong.formatted())"))
            }
            if case .nullable = parameter.type { continue }
            var malformed = valid
            malformed[parameter.name] = nil
            all.append(MalformedParameters(parameters: malformed, problem: "a call without \(parameter.name)"))
        }
        var unknown = valid
        unknown["conformance"] = true
        all.append(MalformedParameters(parameters: unknown, problem: "the unknown parameter 'conformance'"))
        return all
    }
}

extension InterfaceDescription {
    /// A value of a type; nil for a nullable.
    fileprivate func example(of type: TypeExpression) -> JSONValue? {
        switch type {
        case .bool: false
        case .int: 1
        case .float: .number(0.5)
        case .string: "a"
        case .object, .any, .map: .object(JSONObject())
        case .array: .array([])
        case .nullable: nil
        case .named(let name): self.type(named: name).flatMap { example(of: .inline($0.definition)) }
        case .inline(.enumeration(let values)): values.first.map { .string($0.name) }
        case .inline(.structure(let fields)):
            .object(fields.reduce(into: JSONObject()) { $0[$1.name] = example(of: $1.type) })
        }
    }

    /// Values that are not of a type: of another kind, or with a wrong element or field.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - depth: The depth up to which elements and fields are wrong, because a type may contain itself.
    /// - Returns: The values.
    fileprivate func mismatches(of type: TypeExpression, depth: Int) -> [JSONValue] {
        guard depth > 0 else { return [] }
        return switch type {
        case .any: []
        case .bool, .int, .float, .object: ["a"]
        case .string: [1]
        case .nullable(let inner): mismatches(of: inner, depth: depth)
        case .array(let element): ["a"] + mismatches(of: element, depth: depth - 1).map { .array([$0]) }
        case .map(let element):
            ["a"] + mismatches(of: element, depth: depth - 1).map { .object(["key": $0] as JSONObject) }
        case .named(let name):
            self.type(named: name).map { mismatches(of: .inline($0.definition), depth: depth) } ?? []
        case .inline(.enumeration): [1, "no value of the enumeration"]
        case .inline(.structure(let fields)):
            ["a"]
                + fields.flatMap { field in
                    mismatches(of: field.type, depth: depth - 1).map { wrong in
                        var value = fields.reduce(into: JSONObject()) { $0[$1.name] = example(of: $1.type) }
                        value[field.name] = wrong
                        return .object(value)
                    }
                }
        }
    }
}
