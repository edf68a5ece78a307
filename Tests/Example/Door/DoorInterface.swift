import Trellis

/// The implementation of `io.trellis.Door`.
struct DoorInterface: DoorService {
    let door: Door

    func open(code: String, context: CallContext) async throws -> DoorContract.OpenReply {
        DoorContract.OpenReply(until: try await door.open(code).rfc3339)
    }
}
