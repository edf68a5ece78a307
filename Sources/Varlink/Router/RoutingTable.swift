/// A snapshot of the interfaces of a router.
final class RoutingTable: Sendable {
    let registrations: [VarlinkRegistration]

    /// The implementation of `org.varlink.service`.
    let introspection: Introspection

    /// The methods by qualified name.
    private let methods: [String: ServedMethod]

    init(information: ServiceInformation, registrations: [VarlinkRegistration], interceptor: (any CallInterceptor)?) {
        let introspection = Introspection(information, contracts: registrations.map(\.contract))
        var methods: [String: ServedMethod] = [:]
        func add(
            _ contract: VarlinkContract, on executor: (any TaskExecutor)? = nil,
            implementation: ServedMethod.Implementation
        ) {
            for method in contract.methods {
                let name = contract.name + "." + method.name
                // The first declaration of a duplicate method is used.
                if methods[name] != nil { continue }
                methods[name] = ServedMethod(
                    of: contract, method, executorPreference: executor, interceptor: interceptor,
                    implementation: implementation)
            }
        }
        add(ServiceContract.contract, implementation: .introspection(introspection))
        for registration in registrations {
            add(
                registration.contract, on: registration.executorPreference,
                implementation: .handler(registration.handler))
        }
        self.registrations = registrations
        self.introspection = introspection
        self.methods = methods
    }

    /// Returns the method with a qualified name; nil if no interface declares it.
    func method(named name: String) -> ServedMethod? {
        methods[name]
    }
}
