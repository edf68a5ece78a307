/// The records of the audit log that are also written to the journal, or to the console.
///
/// The files in the state directory have all records. A record that cannot be written to them is always in the journal.
public enum AuditJournal: String, Sendable, Hashable, CaseIterable {
    /// All records.
    case all

    /// The records of calls that require the role `administer`, and of rejected ones.
    case administer

    /// None.
    case none

    /// Whether a record of a series is written.
    func includes(_ series: AuditSeries) -> Bool {
        switch self {
        case .all: true
        case .administer: series != .operate
        case .none: false
        }
    }
}
