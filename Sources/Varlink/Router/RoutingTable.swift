/// The interfaces of a router at one moment.
final class RoutingTable: Sendable {
    let registrations: [VarlinkRegistration]

    /// What answers `org.varlink.service`.
    let introspection: Introspection

    /// By their qualified names.
    private let methods: [String: ServedMethod]

    init(information: ServiceInformation, registrations: [VarlinkRegistration], gate: (any CallGate)?) {
        let introspection = Introspection(information, contracts: registrations.map(\.contract))
        var methods: [String: ServedMethod] = [:]
        func add(
            _ contract: VarlinkContract, on executor: (any TaskExecutor)? = nil, servedBy work: ServedMethod.Work
        ) {
            for method in contract.methods {
                let name = contract.name + "." + method.name
                // A contract that declares a method twice has it once: the first one counts.
                if methods[name] != nil { continue }
                methods[name] = ServedMethod(
                    of: contract, method, executorPreference: executor, gate: gate, work: work)
            }
        }
        add(ServiceContract.contract, servedBy: .introspection(introspection))
        for registration in registrations {
            add(
                registration.contract, on: registration.executorPreference, servedBy: .handler(registration.handler))
        }
        self.registrations = registrations
        self.introspection = introspection
        self.methods = methods
    }

    /// The method of this qualified name.
    func method(named name: String) -> ServedMethod? {
        methods[name]
    }
}
