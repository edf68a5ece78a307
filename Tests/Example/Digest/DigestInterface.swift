import Trellis

/// The implementation of `io.trellis.Digest`.
struct DigestInterface: DigestService {
    let digest: Digest

    func summarize(context: CallContext) async throws -> DigestContract.SummarizeReply {
        let (count, newest) = try await digest.summarize()
        return DigestContract.SummarizeReply(count: count, newest: newest)
    }
}
