import Varlink

/// The client of a certification.
struct Certification {
    /// A failed certification.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let connection: VarlinkConnection

    init(_ connection: VarlinkConnection) {
        self.connection = connection
    }

    /// Performs all calls, each with the result of the previous one.
    ///
    /// - Throws: `Failure` if the service does not certify this client, or an error of a call.
    func run() async throws {
        let service = CertificationClient(connection)
        let id = try await service.start().clientId
        let flag = try await service.test01(clientId: id).bool
        let whole = try await service.test02(clientId: id, bool: flag).int
        let fraction = try await service.test03(clientId: id, int: whole).float
        let text = try await service.test04(clientId: id, float: fraction).string
        let several = try await service.test05(clientId: id, string: text)
        let structure = try await service.test06(
            clientId: id, bool: several.bool, int: several.int, float: several.float, string: several.string
        ).struct
        let map = try await service.test07(
            clientId: id,
            struct: .init(
                bool: structure.bool, int: structure.int, float: structure.float, string: structure.string)
        ).map
        let set = try await service.test08(clientId: id, map: map).set
        let value = try await service.test09(
            clientId: id, set: set.mapValues { _ in CertificationContract.Test09Parameters.Set() }
        ).mytype
        var replies: [String] = []
        for try await reply in service.test10(clientId: id, mytype: value) { replies.append(reply.string) }
        if replies.count != 10 {
            throw Failure(description: "expected 10 replies of Test10, got \(replies.count)")
        }
        try await connection.send(
            "org.varlink.certification.Test11",
            CertificationContract.Test11Parameters(clientId: id, lastMoreReplies: replies))
        if try await !service.end(clientId: id).allOk {
            throw Failure(description: "the service reports that not all tests passed")
        }
    }
}
