import HostInterface
import Trellis

/// The methods of `io.trellis.Host` for failpoints.
extension ControlInterface {
    private var failpoints: Failpoints {
        get throws {
            guard host.configuration.host.control.failpoints else { throw HostError.failpointsDisabled }
            return host.failpoints
        }
    }

    func listFailpoints(
        replies: ReplyWriter<HostContract.ListFailpointsReply>, context: CallContext
    ) async throws -> HostContract.ListFailpointsReply {
        let points = try failpoints.all.map { point in
            let (terms, hits) = point.status
            return HostContract.ListFailpointsReply(
                failpoint: .init(name: point.name, terms: terms.map(String.init(describing:)), hits: hits))
        }
        return try await replies.send(contentsOf: points) ?? HostContract.ListFailpointsReply()
    }

    func inject(failpoint: String, terms: String, context: CallContext) async throws -> HostContract.InjectReply {
        let failpoints = try failpoints
        let parsed: FailpointTerms
        do throws(FailpointSyntaxError) {
            parsed = try FailpointTerms(parsing: terms)
        } catch {
            throw HostError.invalidFailpointTerms(column: error.column, message: error.message)
        }
        do throws(Failpoints.Unknown) {
            try failpoints.inject(parsed, at: failpoint)
        } catch {
            throw HostError.noSuchFailpoint(failpoint: error.name, suggestion: error.suggestion)
        }
        logger.log(
            .failpointChanged, "the terms of the failpoint \(failpoint) were set",
            metadata: ["failpoint": "\(failpoint)", "terms": "\(parsed)"])
        return HostContract.InjectReply()
    }
}
