/// The release of the daemon.
enum Release {
    /// The version of the programs and the package.
    static let version = "0.2.0"
}
