/// An instance that the host provides only to the plugins whose manifests declare it.
///
/// An operator grants it by enabling the plugin. `trellisd --check` rejects a plugin that requires the instance and does not
/// declare the grant.
public enum PluginGrant: String, Sendable, Hashable, CaseIterable {
    /// ``UserCalls``: calls in the name of the users who called the plugin.
    case userCalls
}
