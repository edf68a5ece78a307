/// The interfaces of a router at one moment.
final class RoutingTable: Sendable {
    let registrations: [VarlinkRegistration]
    private let registrationsByName: [String: VarlinkRegistration]

    /// The encoded answer to GetInfo, which is the same for everyone.
    let information: [UInt8]

    init(information: ServiceInformation, registrations: [VarlinkRegistration]) {
        self.registrations = registrations
        registrationsByName = Dictionary(uniqueKeysWithValues: registrations.map { ($0.contract.name, $0) })
        let names = [ServiceContract.contract.name] + registrationsByName.keys.sorted()
        let reply = ServiceContract.GetInfoReply(
            vendor: information.vendor, product: information.product, version: information.version,
            url: information.url, interfaces: names)
        self.information = reply.encodedAnswer
    }

    /// What is announced, sorted by name, with `org.varlink.service` first.
    var contracts: [VarlinkContract] {
        [ServiceContract.contract] + registrations.map(\.contract).sorted { $0.name < $1.name }
    }

    func registration(of interface: String) -> VarlinkRegistration? {
        registrationsByName[interface]
    }

    func contract(of interface: String) -> VarlinkContract? {
        interface == ServiceContract.contract.name
            ? ServiceContract.contract : registrationsByName[interface]?.contract
    }
}

extension VarlinkValue {
    /// The value as the only reply to a call.
    ///
    /// For values that are made here, and hold nothing that can't be sent but U+0000 in a text from outside, which is
    /// sent as it is.
    var encodedAnswer: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return ReplyMessage(answering: EncodedJSON(trusting: writer.finishAnyway())).encoded()
    }
}
