public import Trellis

/// The newest summaries.
public protocol SummaryStore: Sendable {
    /// The name of this host among the hosts that share the store; nil if the store belongs to this host alone.
    var host: String? { get }

    /// Returns the newest summaries, the newest one first.
    ///
    /// - Parameter limit: The maximum number of summaries.
    /// - Returns: The summaries; empty if there is none.
    /// - Throws: ``SummaryStoreError`` when the store does not respond, or has a damaged summary.
    func newest(_ limit: Int) async throws -> [Summary]

    /// Appends a summary and deletes the oldest ones, in one change.
    ///
    /// The number of a summary is used once. A call whose result is unknown may therefore be repeated with the same number.
    ///
    /// - Parameters:
    ///   - summary: The summary. Its number follows that of the newest one.
    ///   - kept: The number of summaries that remain.
    ///   - token: The proof that this host writes the summaries; nil for a store of this host alone.
    /// - Throws: ``SummaryStoreError``: ``SummaryStoreError/superseded(number:)`` when another host writes the summaries, or a summary with
    ///   the number exists.
    func append(_ summary: Summary, keeping kept: Int, as token: FencingToken?) async throws
}
