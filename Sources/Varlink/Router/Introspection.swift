/// The implementation of `org.varlink.service` for the interfaces of a router.
struct Introspection {
    /// The description of the service.
    let information: ServiceInformation

    /// The interfaces.
    let table: RoutingTable

    /// Returns the encoded reply to a call of a method.
    func encodedReply(to message: CallMessage, method: String) throws(ServiceError) -> [UInt8] {
        let reply = try reply(to: message, method: method)
        return method == "GetInfo" ? informationReply.bytes : reply.encoded()
    }

    /// Returns the reply to a call of a method.
    func reply(to message: CallMessage, method: String) throws(ServiceError) -> ReplyMessage {
        let interface: String
        do throws(VarlinkDecodingError) {
            if let duplicate = message.duplicateField { throw duplicate }
            if method == "GetInfo" {
                _ = try message.parameters.decode(as: ServiceContract.GetInfoParameters.self)
                return informationReply.message
            }
            interface = try message.parameters
                .decode(as: ServiceContract.GetInterfaceDescriptionParameters.self).interface
        } catch {
            throw .invalidParameter(parameter: error.path.shortened)
        }
        guard let contract = table.contract(of: interface) else {
            throw .interfaceNotFound(interface: interface.shortened)
        }
        return ServiceContract.GetInterfaceDescriptionReply(description: contract.description).onlyReply
    }

    /// The reply to GetInfo.
    private var informationReply: InformationReply.Encoded {
        table.information.value {
            ServiceContract.GetInfoReply(
                vendor: information.vendor, product: information.product, version: information.version,
                url: information.url, interfaces: table.sortedContracts.map(\.name)
            ).onlyReply
        }
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
