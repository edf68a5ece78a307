import Trellis

/// The implementation of `io.trellis.Sampler`.
struct SamplerInterface: SamplerService {
    let samples: Samples

    func last(context: CallContext) async throws -> SamplerContract.LastReply {
        guard let sample = samples.last else { throw SamplerError.noSample }
        return SamplerContract.LastReply(value: sample.value, time: sample.time.rfc3339)
    }

    func follow(
        since: Int?, replies: ReplyWriter<SamplerContract.FollowReply>, context: CallContext
    ) async throws -> SamplerContract.FollowReply {
        do {
            try await samples.ring.follow(after: since) { sample, number in
                try await replies.send(.init(value: sample.value, revision: number))
            }
        } catch let error as FellBehind {
            throw SamplerError.fellBehind(missed: error.missed, oldest: error.next)
        }
    }
}
