/// The hosts of a cluster on which a plugin runs: the key `placement`.
public enum Placement: String, Sendable, CaseIterable {
    /// The plugin runs on every host that enables it.
    case everywhere

    /// The plugin runs on one of the hosts that enable it. The others take it over when that host stops or fails.
    case single
}
