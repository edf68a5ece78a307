import Metrics
import Trellis

/// The metrics of the transactions of a database.
struct CommitMetrics: Sendable {
    /// The durations of the transactions, each of which synchronizes the file once.
    let transactions: Metrics.Timer

    /// The number of changes, several of which may share a transaction.
    let changes: Counter

    /// The number of changes that wait for a transaction.
    let waiting: Meter

    /// The number of transactions that the storage failed.
    let failures: Counter

    /// Creates the metrics of a database.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - metrics: The metrics of the plugin.
    init(of name: String, in metrics: PluginMetrics) {
        let labels = [("database", name)]
        transactions = metrics.timer(
            "database_transaction", "Durations of the transactions, with the synchronization of the file.",
            labels: labels)
        changes = metrics.counter("database_changes", "Changes that are on disk or have failed.", labels: labels)
        waiting = metrics.gauge("database_waiting_changes", "Changes that wait for a transaction.", labels: labels)
        failures = metrics.counter(
            "database_failures", "Transactions that the storage failed, for example because the disk is full.",
            labels: labels)
    }
}
