import Trellis

/// The disabled plugins on which enabled plugins depend.
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
    private(set) var findings: [Finding] = []

    /// The problems that enabling the plugins would not solve; nil if there are none.
    private(set) var remaining: AdmissionError?

    /// Compares what enabled plugins lack with what disabled plugins export.
    ///
    /// - Parameters:
    ///   - error: The problems of the enabled plugins.
    ///   - enabled: The blueprints of the enabled plugins.
    ///   - disabled: The blueprints of the disabled plugins.
    ///   - root: The plan of the parent scope.
    init(_ error: AdmissionError, of enabled: [Blueprint], disabled: [Blueprint], under root: Plan) {
        var (present, absent) = (enabled, disabled)
        remaining = error
        // A plugin that is added may itself depend on a disabled one.
        while let unmet = remaining?.unmet,
            let index = absent.firstIndex(where: { !$0.exportedKeys.isDisjoint(with: unmet.keys) })
        {
            let candidate = absent.remove(at: index)
            let dependents = Set(candidate.exportedKeys.flatMap { unmet[$0] ?? [] })
            findings.append(
                Finding(disabled: candidate.name, dependents: present.map(\.name).filter(dependents.contains)))
            present.append(candidate)
            do throws(AdmissionError) {
                _ = try Admission(of: present, under: root)
                remaining = nil
            } catch {
                remaining = error
            }
        }
    }
}

extension AdmissionError {
    /// The names of the plugins that lack a key, by key.
    var unmet: [BindingKey: Set<String>] {
        diagnostics.reduce(into: [:]) { unmet, diagnostic in
            // The path of a scope of the plugin items: root/items/generation.
            let path = diagnostic.scope.split(separator: "/")
            guard let requirement = diagnostic.requirement, path.count > 1 else { return }
            unmet[requirement.key, default: []].insert(String(path[1]))
        }
    }
}

extension Blueprint {
    /// The keys that the plugin exports.
    fileprivate var exportedKeys: Set<BindingKey> {
        Set(exports.map(\.key))
    }
}
