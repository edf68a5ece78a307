package import Scopes

/// The binding of a contribution to an extension point.
package protocol ExtensionContributing: Sendable {
    /// The type of the extension point.
    associatedtype Point: Sendable

    /// The contributed instance.
    var instance: Point { get }
}

extension ExtensionContributing {
    /// The key of the extension point.
    package static var point: BindingKey { BindingKey(Point.self) }

    /// Returns the contributions of an open scope to the point, in the order of declaration.
    ///
    /// - Throws: `ScopeClosed` when the scope is closing or has closed.
    package static func contributions(in scope: Scope) throws(ScopeClosed) -> [Self] {
        try scope.contributions(to: Self.self)
    }
}

/// A contributed instance.
///
/// The type is the key of the binding, so that a contribution to another plugin differs from one to `All<Point>`.
package struct ExtensionContribution<Point: Sendable>: ExtensionContributing {
    package let instance: Point
}
