/// A check of ``PluginConformance``.
public enum ConformanceCheck: String, Sendable, Hashable, CaseIterable {
    /// Every configuration key is documented, every default is valid, and the same keys are read with all values.
    case configuration

    /// The tables of the README agree with the configuration keys and the contracts.
    case readme

    /// The contracts are valid and in the portable subset, and every method declares its role.
    case contracts

    /// Declaring and validating the plugin has no side effects.
    case declaration

    /// The plugin starts and stops repeatedly, and nothing of a life remains: no open file in its directories, and no scope,
    /// instance or job. With 100 starts or more, no socket or pipe that each of the first 100 lives leaves open.
    case lives

    /// A stop that is requested before the plugin starts, or before any job of its start, ends the plugin in order.
    case interruption

    /// The plugin ends in order when the creation of any of its instances fails, or never ends, also in a session or in a scene.
    case dependencies

    /// A reload with an equal configuration changes nothing.
    case reload

    /// Every method answers malformed parameters with the error `org.varlink.service.InvalidParameter`.
    case parameters
}
