import Trellis

/// The implementation of `io.trellis.Report`.
struct ReportInterface: ReportService {
    let report: Report

    func summarize(context: CallContext) async throws -> ReportContract.SummarizeReply {
        let (count, newest) = try await report.summarize()
        return ReportContract.SummarizeReply(count: count, newest: newest)
    }
}
