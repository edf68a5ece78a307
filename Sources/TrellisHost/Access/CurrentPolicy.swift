import Synchronization
import Trellis

/// The access policy that applies to calls, which a reload of the configuration replaces.
final class CurrentPolicy: Sendable {
    private let policy: Deferred<AccessPolicy>
    private let replacements = Atomic<Int>(0)

    /// Creates a policy.
    ///
    /// - Parameter compute: Computes the policy at its first use, because that looks up names in the name service.
    init(_ compute: @escaping @Sendable () -> AccessPolicy) { policy = Deferred(compute) }

    /// The policy that applies now.
    var value: AccessPolicy { policy.value }

    /// The number of the policy, which changes with each replacement.
    var version: Int { replacements.load(ordering: .acquiring) }

    /// Replaces the policy.
    ///
    /// - Parameter new: The policy for all further calls, also those on open connections, and for further replies of streams.
    func replace(with new: AccessPolicy) {
        policy.replace(with: new)
        replacements.add(1, ordering: .releasing)
    }
}
