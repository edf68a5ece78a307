import HostInterface
import Trellis

/// The methods of `io.trellis.Host` for failpoints.
extension SampleHost {
    func listFailpoints(
        replies: ReplyWriter<HostContract.ListFailpointsReply>, context: CallContext
    ) async throws -> HostContract.ListFailpointsReply {
        let points = [
            HostContract.Failpoint(name: "sample.store.read", terms: nil, hits: 0),
            HostContract.Failpoint(name: "sample.store.write", terms: "2*error(EIO)", hits: 1),
        ]
        return try await replies.send(contentsOf: points.map { .init(failpoint: $0) }) ?? .init()
    }

    func inject(failpoint: String, terms: String, context: CallContext) async throws -> HostContract.InjectReply {
        switch (failpoint, terms) {
        case ("disabled", _): throw HostError.failpointsDisabled
        case ("sample.store.wirte", _):
            throw HostError.noSuchFailpoint(failpoint: failpoint, suggestion: "sample.store.write")
        case (_, "3*eror"): throw HostError.invalidFailpointTerms(column: 3, message: "unknown action 'eror'")
        default: return HostContract.InjectReply()
        }
    }
}
