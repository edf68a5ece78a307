import Varlink

/// The service of a certification.
struct CertificationInterface: CertificationService {
    private typealias Contract = CertificationContract

    private let clients = CertificationClients()

    func start(context: CallContext) async throws -> CertificationContract.StartReply {
        Contract.StartReply(clientId: clients.start())
    }

    func test01(clientId: String, context: CallContext) async throws -> CertificationContract.Test01Reply {
        try clients.advance(clientId, calling: "Test01")
        try check(
            clientId, Contract.Test01Parameters(clientId: clientId), Contract.Test01Parameters(clientId: clientId),
            context)
        return Contract.Test01Reply(bool: true)
    }

    func test02(clientId: String, bool: Bool, context: CallContext) async throws -> CertificationContract.Test02Reply {
        try clients.advance(clientId, calling: "Test02")
        try check(
            clientId, Contract.Test02Parameters(clientId: clientId, bool: bool),
            Contract.Test02Parameters(clientId: clientId, bool: true), context)
        return Contract.Test02Reply(int: 1)
    }

    func test03(clientId: String, int: Int, context: CallContext) async throws -> CertificationContract.Test03Reply {
        try clients.advance(clientId, calling: "Test03")
        try check(
            clientId, Contract.Test03Parameters(clientId: clientId, int: int),
            Contract.Test03Parameters(clientId: clientId, int: 1), context)
        return Contract.Test03Reply(float: 1)
    }

    func test04(
        clientId: String, float: Double, context: CallContext
    ) async throws -> CertificationContract.Test04Reply {
        try clients.advance(clientId, calling: "Test04")
        try check(
            clientId, Contract.Test04Parameters(clientId: clientId, float: float),
            Contract.Test04Parameters(clientId: clientId, float: 1), context)
        return Contract.Test04Reply(string: "ping")
    }

    func test05(
        clientId: String, string: String, context: CallContext
    ) async throws -> CertificationContract.Test05Reply {
        try clients.advance(clientId, calling: "Test05")
        try check(
            clientId, Contract.Test05Parameters(clientId: clientId, string: string),
            Contract.Test05Parameters(clientId: clientId, string: "ping"), context)
        return Contract.Test05Reply(bool: false, int: 2, float: .pi, string: "a lot of string")
    }

    func test06(
        clientId: String, bool: Bool, int: Int, float: Double, string: String, context: CallContext
    ) async throws -> CertificationContract.Test06Reply {
        try clients.advance(clientId, calling: "Test06")
        try check(
            clientId, Contract.Test06Parameters(clientId: clientId, bool: bool, int: int, float: float, string: string),
            Contract.Test06Parameters(clientId: clientId, bool: false, int: 2, float: .pi, string: "a lot of string"),
            context)
        return Contract.Test06Reply(struct: .init(bool: false, int: 2, float: .pi, string: "a lot of string"))
    }

    func test07(
        clientId: String, struct: CertificationContract.Test07Parameters.Struct, context: CallContext
    ) async throws -> CertificationContract.Test07Reply {
        try clients.advance(clientId, calling: "Test07")
        try check(
            clientId, Contract.Test07Parameters(clientId: clientId, struct: `struct`),
            Contract.Test07Parameters(
                clientId: clientId, struct: .init(bool: false, int: 2, float: .pi, string: "a lot of string")),
            context)
        return Contract.Test07Reply(map: ["foo": "Foo", "bar": "Bar"])
    }

    func test08(
        clientId: String, map: [String: String], context: CallContext
    ) async throws -> CertificationContract.Test08Reply {
        try clients.advance(clientId, calling: "Test08")
        try check(
            clientId, Contract.Test08Parameters(clientId: clientId, map: map),
            Contract.Test08Parameters(clientId: clientId, map: ["foo": "Foo", "bar": "Bar"]), context)
        return Contract.Test08Reply(set: ["one": .init(), "two": .init(), "three": .init()])
    }

    func test09(
        clientId: String, set: [String: CertificationContract.Test09Parameters.Set], context: CallContext
    ) async throws -> CertificationContract.Test09Reply {
        try clients.advance(clientId, calling: "Test09")
        try check(
            clientId, Contract.Test09Parameters(clientId: clientId, set: set),
            Contract.Test09Parameters(clientId: clientId, set: ["one": .init(), "two": .init(), "three": .init()]),
            context)
        return Contract.Test09Reply(mytype: Self.value)
    }

    func test10(
        clientId: String, mytype: CertificationContract.MyType,
        replies: ReplyWriter<CertificationContract.Test10Reply>, context: CallContext
    ) async throws -> CertificationContract.Test10Reply {
        try clients.advance(clientId, calling: "Test10")
        try check(
            clientId, Contract.Test10Parameters(clientId: clientId, mytype: mytype),
            Contract.Test10Parameters(clientId: clientId, mytype: Self.value), context, mode: .more)
        for text in Self.lastReplies.dropLast() { try await replies.send(Contract.Test10Reply(string: text)) }
        return Contract.Test10Reply(string: Self.lastReplies[9])
    }

    func test11(
        clientId: String, lastMoreReplies: [String], context: CallContext
    ) async throws -> CertificationContract.Test11Reply {
        try clients.advance(clientId, calling: "Test11")
        try check(
            clientId, Contract.Test11Parameters(clientId: clientId, lastMoreReplies: lastMoreReplies),
            Contract.Test11Parameters(clientId: clientId, lastMoreReplies: Self.lastReplies), context, mode: .oneway)
        return Contract.Test11Reply()
    }

    func end(clientId: String, context: CallContext) async throws -> CertificationContract.EndReply {
        try clients.advance(clientId, calling: "End")
        try check(
            clientId, Contract.EndParameters(clientId: clientId), Contract.EndParameters(clientId: clientId), context)
        return Contract.EndReply(allOk: true)
    }

    // MARK: - Expected values

    private static let lastReplies = (1...10).map { "Reply number \($0)" }

    private static let value = Contract.MyType(
        object: [
            "method": "org.varlink.certification.Test09", "parameters": ["map": ["foo": "Foo", "bar": "Bar"]],
        ],
        enum: .two, struct: .init(first: 1, second: "2"), array: ["one", "two", "three"],
        dictionary: ["foo": "Foo", "bar": "Bar"],
        stringset: ["one": .init(), "two": .init(), "three": .init()],
        interface: Contract.Interface(
            foo: [nil, ["foo": .foo, "bar": .bar], nil, ["one": .foo, "two": .bar]],
            anon: .init(foo: true, bar: false)))

    /// Compares a call with the expected one.
    ///
    /// A difference ends the certification.
    private func check<Parameters: VarlinkValue & Hashable>(
        _ clientId: String, _ got: Parameters, _ expected: Parameters, _ context: CallContext,
        mode: CallMessage.Mode = .single
    ) throws {
        if got == expected && context.mode == mode { return }
        clients.fail(clientId)
        throw CertificationError.certificationError(
            wants: try Self.call(expected, mode), got: try Self.call(got, context.mode))
    }

    private static func call(_ parameters: some VarlinkValue, _ mode: CallMessage.Mode) throws -> JSONObject {
        ["mode": .string("\(mode)"), "parameters": try EncodedJSON(parameters).decode()]
    }
}
