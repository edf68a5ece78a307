import Trellis
import TrellisHost

extension PluginConformance {
    /// The contracts of the plugin's interfaces.
    func contracts() async throws -> [VarlinkContract] {
        try await withTemporaryFolder { try host(in: $0).contracts(of: name).all }
    }

    func contractViolations() async throws -> [ConformanceFinding] {
        try await contracts().flatMap(violations(of:))
    }

    private func violations(of contract: VarlinkContract) -> [ConformanceFinding] {
        let parsed: ParsedInterface
        do {
            parsed = try ParsedInterface(contract.description)
        } catch {
            return [violation("the description is invalid: \(error)", at: contract.name)]
        }
        let interface = parsed.description
        var found = parsed.diagnostics().map { violation($0.message, at: "\(contract.name), \($0.subject)") }
        found += parsed.portabilityWarnings().compactMap { warning in
            // Names in the style of systemd, such as io.systemd.Hostname, have uppercase letters.
            if case .uppercaseInterfaceName = warning.kind { return nil }
            return violation(warning.message, at: "\(contract.name), \(warning.subject)")
        }
        let described = interface.methods.map { VarlinkContract.Method(name: $0.name, streaming: $0.streaming) }
        if interface.name != contract.name || described != contract.methods {
            found.append(violation("the contract has other methods than its description", at: contract.name))
        }
        for method in interface.methods {
            let place = "\(contract.name).\(method.name)"
            do {
                let role = try Role(requiredBy: method)
                if !method.documentation.lines.contains("[Requires role '\(role.rawValue)']") {
                    found.append(
                        ConformanceFinding(
                            "the method declares no role", at: place,
                            because: "Readers of a contract do not know the default, which is operate",
                            advice: "Add the line [Requires role '\(role.rawValue)'] to the comment of the method"))
                }
            } catch {
                found.append(violation("\(error)", at: place))
            }
        }
        return found
    }

    private func violation(_ problem: String, at place: String) -> ConformanceFinding {
        ConformanceFinding(
            problem, at: place, because: "Clients in other languages parse the description of the interface",
            advice: "Correct the .varlink file")
    }
}
