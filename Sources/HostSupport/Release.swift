/// The release of the daemon.
package enum Release {
    /// The version of the programs and the package.
    package static let version = "0.2.0"
}
