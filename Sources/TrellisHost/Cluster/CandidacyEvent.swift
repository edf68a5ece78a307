public import Trellis

/// An event of the candidacy of this host for running a plugin.
public enum CandidacyEvent: Sendable, Equatable {
    /// Another host runs the plugin, or it is not known which one does.
    ///
    /// - Parameters:
    ///   - reason: The reason, such as `the host web2 runs it`.
    ///   - holder: The name of the other host, if it is known.
    case waiting(because: String, holder: String?)

    /// This host runs the plugin from now on, until ``lost(because:)``.
    case elected(FencingToken)

    /// Another host may run the plugin soon, so that this host closes it at once.
    ///
    /// - Parameter reason: The reason, such as `the cluster has not responded for 10 s`.
    case lost(because: String)
}
