import Trellis

/// Finds the disabled plugins on which enabled plugins depend.
///
/// A dependency on a disabled plugin would otherwise be reported once for each binding with the dependency, as a
/// missing binding.
struct DisabledDependencies {
    /// A disabled plugin and the plugins that depend on it.
    struct Finding {
        var disabled: String
        var dependents: [String]

        /// The diagnostic: `the plugin digest needs notes, which is disabled: enable plugins.notes or disable
        /// plugins.digest`.
        var message: String {
            let subject =
                dependents.count == 1
                ? "the plugin \(dependents[0]) needs" : "the plugins \(dependents.joined(separator: " and ")) need"
            return "\(subject) \(disabled), which is disabled: enable plugins.\(disabled) or disable "
                + dependents.map { "plugins.\($0)" }.joined(separator: " and ")
        }
    }

    /// The findings, in the order of the disabled plugins.
    let findings: [Finding]

    /// The blueprints of the enabled plugins and of the disabled ones that they require.
    let completed: [Blueprint]

    /// Compares what enabled plugins require with what disabled plugins export.
    ///
    /// - Parameters:
    ///   - enabled: The blueprints of the enabled plugins.
    ///   - disabled: The blueprints of the disabled plugins.
    init(of enabled: [Blueprint], disabled: [Blueprint]) {
        var (present, absent) = (enabled, disabled)
        var findings: [Finding] = []
        // A plugin that is added may itself depend on a disabled one.
        while let index = absent.firstIndex(where: { candidate in
            present.contains { $0.requires(candidate, given: present) }
        }) {
            let candidate = absent.remove(at: index)
            let dependents = present.filter { $0.requires(candidate, given: present) }.map(\.name)
            findings.append(Finding(disabled: candidate.name, dependents: dependents))
            present.append(candidate)
        }
        self.findings = findings
        self.completed = present
    }
}

extension Blueprint {
    /// The blueprint and the blueprints nested in it.
    private var tree: [Blueprint] { [self] + nested.flatMap(\.tree) }

    /// The keys that the plugin exports.
    private var exportedKeys: Set<BindingKey> { Set(tree.flatMap { $0.exports.map(\.key) }) }

    /// Whether the plugin requires a key that only a disabled plugin exports.
    fileprivate func requires(_ disabled: Blueprint, given present: [Blueprint]) -> Bool {
        var available = Set(tree.flatMap { $0.bindings.map(\.key) })
        for other in present { available.formUnion(other.exportedKeys) }
        let missing = disabled.exportedKeys.subtracting(available)
        let requirements = tree.flatMap { $0.bindings.flatMap(\.requirements) }
        return requirements.contains { !$0.isOptional && $0.kind != .all && missing.contains($0.key) }
    }
}
