/// The names and values in the audit log that the daemon writes and `trellisctl audit` reads.
public enum AuditTrail {
    /// The field `MESSAGE_ID` of the journal entries (systemd.journal-fields(7)).
    public static let messageID = "86bb3b8c0cd74b88b86e8ccee378e73e"

    /// The name of the folder with the files, in the state directory.
    public static let folderName = "audit"

    /// The value of the field `plugin` for methods of the daemon itself.
    public static let ownPlugin = "trellisd"

    /// The value of the field `outcome` for a call that succeeded.
    public static let done = "done"

    /// The value of the field `outcome` for a call that its caller ended, for example by closing the connection.
    public static let cancelled = "cancelled"

    /// The value of the field `outcome` for a call that was rejected because its caller lacks the required role.
    public static let refused = "refused"
}
