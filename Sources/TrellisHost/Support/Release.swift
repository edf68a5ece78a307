/// The release of the daemon.
enum Release {
    /// The version.
    static let version = "0.1.0"
}
