/// A reload that has been validated and not applied.
struct PreparedReload: Sendable {
    /// The consequences.
    var plan: ReloadPlan

    /// The changes of plugins with another action than `keep`.
    ///
    /// ``ReloadPlan/changes`` examines every plugin.
    var changes: [ReloadPlan.PluginChange]

    /// The new arrangement, with the actions for the changed plugins.
    var rearrangement: Rearrangement
}
