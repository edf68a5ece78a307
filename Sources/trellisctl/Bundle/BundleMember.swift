/// A file of the bundle that `trellisctl debug bundle` creates.
///
/// A member changes nothing. When it throws, ``DebugBundle`` reports the error and collects the other members.
protocol BundleMember: Sendable {
    /// The name of the file, such as `log.jsonl`.
    static var name: String { get }

    /// A description of the contents, as a sentence.
    static var contents: String { get }

    /// The time limit. Default: 30 seconds.
    static var limit: Duration { get }

    /// Collects the contents.
    ///
    /// - Parameter environment: Access to the machine and the daemon.
    /// - Returns: The text of the file.
    /// - Throws: Any error; the bundle then lacks the member.
    static func collect(in environment: BundleEnvironment) async throws -> String
}

extension BundleMember {
    static var limit: Duration { .seconds(30) }
}
