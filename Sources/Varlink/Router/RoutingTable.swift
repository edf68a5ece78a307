/// The interfaces of a router.
///
/// The cost of a change does not depend on the number of other interfaces, because the plugins of a daemon register
/// theirs one after the other. Only a change while a copy of the table exists copies the table.
struct RoutingTable: Sendable {
    /// Interfaces to register, with their methods.
    struct Addition: Sendable {
        fileprivate let registrations: [VarlinkRegistration]
        fileprivate let methods: [(name: String, method: ServedMethod)]

        /// Calls the interceptor for each method.
        init(_ registrations: [VarlinkRegistration], interceptor: (any CallInterceptor)?) {
            self.registrations = registrations
            methods = registrations.flatMap { registration in
                registration.contract.methods.map { method in
                    (
                        registration.contract.qualifiedName(of: method),
                        ServedMethod(
                            of: registration.contract, method, executorPreference: registration.executorPreference,
                            interceptor: interceptor, implementation: .handler(registration.handler))
                    )
                }
            }
        }
    }

    /// The objects that a change has removed, for their release outside the lock.
    struct Removal: Sendable {
        fileprivate var registrations: [VarlinkRegistration] = []
        fileprivate var methods: [ServedMethod?] = []
        fileprivate let information: InformationReply
    }

    /// The registrations by the names of the interfaces, without `org.varlink.service`.
    private var registrations: [String: VarlinkRegistration] = [:]

    /// The methods by qualified name.
    private var methods: [String: ServedMethod] = [:]

    /// The reply to GetInfo.
    private(set) var information = InformationReply()

    /// Creates a table with `org.varlink.service`.
    init(interceptor: (any CallInterceptor)?) {
        for method in ServiceContract.contract.methods {
            methods[ServiceContract.contract.qualifiedName(of: method)] = ServedMethod(
                of: ServiceContract.contract, method, interceptor: interceptor, implementation: .introspection)
        }
    }

    /// All contracts, sorted by name, with `org.varlink.service` first.
    var sortedContracts: [VarlinkContract] {
        [ServiceContract.contract] + registrations.values.map(\.contract).sorted { $0.name < $1.name }
    }

    /// The contract of an interface; nil if the interface is not registered.
    func contract(of interface: String) -> VarlinkContract? {
        interface == ServiceContract.contract.name ? ServiceContract.contract : registrations[interface]?.contract
    }

    /// Returns the method with a qualified name; nil if no interface declares it.
    func method(named name: String) -> ServedMethod? {
        methods[name]
    }

    /// Replaces interfaces.
    ///
    /// - Parameters:
    ///   - names: The interfaces to remove. Unknown names are ignored.
    ///   - new: The interfaces to add.
    /// - Returns: The removed objects.
    /// - Throws: ``RegistrationError`` when an interface cannot be added. The table is then unchanged.
    mutating func replace(_ names: Set<String>, with new: Addition) throws(RegistrationError) -> Removal {
        var added = Set<String>()
        for name in new.registrations.lazy.map(\.contract.name) {
            if name == ServiceContract.contract.name { throw .reserved(interface: name) }
            if registrations[name] != nil && !names.contains(name) || !added.insert(name).inserted {
                throw .alreadyRegistered(interface: name)
            }
        }
        var removal = Removal(information: information)
        for registration in names.compactMap({ registrations.removeValue(forKey: $0) }) {
            removal.registrations.append(registration)
            for method in registration.contract.methods {
                removal.methods.append(methods.removeValue(forKey: registration.contract.qualifiedName(of: method)))
            }
        }
        for registration in new.registrations { registrations[registration.contract.name] = registration }
        // The first declaration of a duplicate method is used.
        for (name, method) in new.methods where methods[name] == nil { methods[name] = method }
        information = InformationReply()
        return removal
    }
}

extension VarlinkContract {
    fileprivate func qualifiedName(of method: Method) -> String { name + "." + method.name }
}
