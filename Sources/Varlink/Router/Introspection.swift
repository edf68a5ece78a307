/// The implementation of `org.varlink.service` for a snapshot of the interfaces of a router.
final class Introspection: Sendable {
    private let contracts: [String: VarlinkContract]

    /// The reply to GetInfo.
    private let information: ReplyMessage

    /// The encoded reply to GetInfo.
    private let encodedInformation: [UInt8]

    init(_ information: ServiceInformation, contracts: [VarlinkContract]) {
        self.contracts = Dictionary(
            uniqueKeysWithValues: ([ServiceContract.contract] + contracts).map { ($0.name, $0) })
        let names = [ServiceContract.contract.name] + contracts.map(\.name).sorted()
        self.information =
            ServiceContract.GetInfoReply(
                vendor: information.vendor, product: information.product, version: information.version,
                url: information.url, interfaces: names
            ).onlyReply
        self.encodedInformation = self.information.encoded()
    }

    /// All contracts, sorted by name, with `org.varlink.service` first.
    var sortedContracts: [VarlinkContract] {
        let others = contracts.values.filter { $0.name != ServiceContract.contract.name }
        return [ServiceContract.contract] + others.sorted { $0.name < $1.name }
    }

    func contract(of interface: String) -> VarlinkContract? {
        contracts[interface]
    }

    /// Returns the encoded reply to a call of a method.
    func encodedReply(to message: CallMessage, method: String) throws(ServiceError) -> [UInt8] {
        let reply = try reply(to: message, method: method)
        return method == "GetInfo" ? encodedInformation : reply.encoded()
    }

    /// Returns the reply to a call of a method.
    func reply(to message: CallMessage, method: String) throws(ServiceError) -> ReplyMessage {
        let interface: String
        do throws(VarlinkDecodingError) {
            if let duplicate = message.duplicateField { throw duplicate }
            if method == "GetInfo" {
                _ = try message.parameters.decode(as: ServiceContract.GetInfoParameters.self)
                return information
            }
            interface = try message.parameters
                .decode(as: ServiceContract.GetInterfaceDescriptionParameters.self).interface
        } catch {
            throw .invalidParameter(parameter: error.path.shortened)
        }
        guard let contract = contracts[interface] else { throw .interfaceNotFound(interface: interface.shortened) }
        return ServiceContract.GetInterfaceDescriptionReply(description: contract.description).onlyReply
    }
}

extension VarlinkValue {
    /// The value as the only reply to a call.
    ///
    /// Intended for values of this file, which can always be encoded. A U+0000 in the description of an interface is
    /// the exception, and is sent unchanged.
    fileprivate var onlyReply: ReplyMessage {
        var writer = JSONWriter()
        write(to: &writer)
        return ReplyMessage(answering: EncodedJSON(trusting: writer.finishAnyway()))
    }
}
