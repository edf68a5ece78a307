package import Scopes

extension BindingMark {
    /// The mark of the list of an extension point.
    static let extensionPoint = BindingMark("extension point")

    /// The mark of a contribution to an extension point.
    static let extending = BindingMark("extension")
}

extension Blueprint {
    /// The extension points that the blueprint declares, without nested blueprints.
    package var declaredPoints: [(list: any ExtensionListing.Type, location: BindingLocation)] {
        marked(.extensionPoint).compactMap { binding in
            (binding.key.type as? any ExtensionListing.Type).map { ($0, binding.location) }
        }
    }

    /// The contributions to extension points that the blueprint declares, without nested blueprints.
    package var extendedPoints: [(contribution: any ExtensionContributing.Type, location: BindingLocation)] {
        marked(.extending).compactMap { binding in
            (binding.key.type as? any ExtensionContributing.Type).map { ($0, binding.location) }
        }
    }

    /// The bindings with a mark.
    ///
    /// The marks are read first, because the conversion of a type to a protocol is slow.
    private func marked(_ mark: BindingMark) -> [Binding] {
        bindings.filter { !$0.marks.isEmpty && $0.marks.contains(mark) }
    }
}
