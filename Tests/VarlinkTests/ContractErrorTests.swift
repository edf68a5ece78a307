import Testing
import Varlink

@Suite("Conversion of errors into errors of the contract", .timeLimit(.minutes(2)))
struct ContractErrorTests {
    @Test("converts an error that a method throws")
    func convertsTheErrorOfAMethod() async throws {
        await #expect(throws: DoorError.locked) { try await call(throwing: LockFailure()) }
    }

    @Test("does not change an error that has no conversion")
    func leavesOtherErrorsUnchanged() async throws {
        await #expect(throws: ServiceError.invalidParameter(parameter: "key")) {
            try await call(throwing: ServiceError.invalidParameter(parameter: "key"))
        }
        await #expect {
            try await call(throwing: CancellationError())
        } throws: { error in
            (error as? RemoteError)?.name == SystemError.cancelled.qualifiedName
        }
    }

    private func call(throwing error: any Error) async throws {
        let router = VarlinkRouter(
            information: ServiceInformation(
                vendor: "Example", product: "door", version: "1", url: "https://example.org"))
        try router.register(DoorInterface(error: error))
        _ = try await LocalCaller(router: router).call(
            "org.example.door.Open", JSONObject(), returning: JSONObject.self, errors: DoorError.self)
    }
}

private struct LockFailure: Error {}

private struct DoorInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.door",
        description: """
            interface org.example.door

            method Open() -> ()

            error Locked ()

            """,
        methods: [.init(name: "Open", streaming: .never)])

    let error: any Error

    func handle(_ call: ServerCall) async throws { throw error }

    func contractError(for error: any Error) -> DoorError? {
        error is LockFailure ? .locked : nil
    }
}

private enum DoorError: VarlinkError, Hashable {
    case locked

    static let interface = "org.example.door"

    var name: String { "Locked" }

    func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }

    init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        guard name == "Locked" else { return nil }
        self = .locked
    }
}
