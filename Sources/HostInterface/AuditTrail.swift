/// The audit log: journal entries that the daemon writes and `trellisctl audit` reads.
public enum AuditTrail {
    /// The field `MESSAGE_ID` of the entries (systemd.journal-fields(7)).
    public static let messageID = "86bb3b8c0cd74b88b86e8ccee378e73e"
}
