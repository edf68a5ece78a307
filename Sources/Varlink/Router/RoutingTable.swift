/// The interfaces of a router at one moment.
final class RoutingTable: Sendable {
    let registrations: [VarlinkRegistration]
    private let contractsByName: [String: VarlinkContract]

    /// By their qualified names; those of `org.varlink.service` are not among them.
    private let methods: [String: ServedMethod]

    /// The methods of `org.varlink.service` that the gate guards, by their qualified names.
    private let guardedServiceMethods: Set<String>

    let gate: (any CallGate)?

    /// The answer to GetInfo, which is the same for everyone.
    let informationReply: ReplyMessage

    /// The same, encoded.
    let information: [UInt8]

    init(information: ServiceInformation, registrations: [VarlinkRegistration], gate: (any CallGate)?) {
        self.registrations = registrations
        self.gate = gate
        contractsByName = Dictionary(uniqueKeysWithValues: registrations.map { ($0.contract.name, $0.contract) })
        methods = Self.methods(of: registrations, gate: gate)
        guardedServiceMethods = Self.guardedMethods(of: ServiceContract.contract, gate: gate)
        let names = [ServiceContract.contract.name] + contractsByName.keys.sorted()
        let reply = ServiceContract.GetInfoReply(
            vendor: information.vendor, product: information.product, version: information.version,
            url: information.url, interfaces: names)
        informationReply = reply.onlyReply
        self.information = informationReply.encoded()
    }

    private static func methods(
        of registrations: [VarlinkRegistration], gate: (any CallGate)?
    ) -> [String: ServedMethod] {
        var methods: [String: ServedMethod] = [:]
        for registration in registrations {
            let contract = registration.contract
            let guarded = guardedMethods(of: contract, gate: gate)
            for method in contract.methods {
                let name = contract.name + "." + method.name
                // A contract that declares a method twice has it once: the first one counts.
                if methods[name] != nil { continue }
                methods[name] = ServedMethod(
                    interface: contract.name, method: method, executorPreference: registration.executorPreference,
                    gate: guarded.contains(name) ? gate : nil, work: .handler(registration.handler))
            }
        }
        return methods
    }

    private static func guardedMethods(of contract: VarlinkContract, gate: (any CallGate)?) -> Set<String> {
        guard let gate else { return [] }
        return Set(contract.methods.filter { gate.guards($0, of: contract.name) }.map { contract.name + "." + $0.name })
    }

    /// What is announced, sorted by name, with `org.varlink.service` first.
    var contracts: [VarlinkContract] {
        [ServiceContract.contract] + contractsByName.values.sorted { $0.name < $1.name }
    }

    /// The method of this qualified name.
    func method(named name: String) -> ServedMethod? {
        methods[name]
    }

    func contract(of interface: String) -> VarlinkContract? {
        interface == ServiceContract.contract.name ? ServiceContract.contract : contractsByName[interface]
    }

    /// Whether the gate guards a method of `org.varlink.service`.
    func guardsServiceMethod(_ qualifiedName: String) -> Bool {
        guardedServiceMethods.contains(qualifiedName)
    }
}

extension VarlinkValue {
    /// The value as the only reply to a call.
    ///
    /// For values that are made here, and hold nothing that can't be sent but U+0000 in a text from outside, which is
    /// sent as it is.
    var onlyReply: ReplyMessage {
        var writer = JSONWriter()
        write(to: &writer)
        return ReplyMessage(answering: EncodedJSON(trusting: writer.finishAnyway()))
    }
}
