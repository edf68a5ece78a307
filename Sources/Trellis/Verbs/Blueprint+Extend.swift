public import Scopes

extension Blueprint {
    /// Declares an extension point, to which other plugins contribute instances.
    ///
    /// The bindings of the plugin can depend on ``Extensions`` of the type, the list of the current contributions. The
    /// list belongs to the plugin's own scope: a change of the configuration keeps it.
    ///
    /// ```swift
    /// blueprint.extensionPoint((any SearchProvider).self)
    /// blueprint.provide(SearchEngine.init(providers:))      // init(providers: Extensions<any SearchProvider>)
    /// ```
    ///
    /// The type is declared in a module of its own, so that the contributors do not import the plugin. Two enabled plugins
    /// cannot declare the same point.
    ///
    /// - Parameters:
    ///   - point: The type of the contributions, usually a protocol: `(any SearchProvider).self`.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func extensionPoint<Point: Sendable>(
        _ point: Point.Type, file: String = #fileID, line: Int = #line
    ) {
        add(
            Binding(
                Extensions<Point>.self, of: Extensions<Point>.self, { () in Extensions<Point>() },
                options: [.marked(.carried), .marked(.extensionPoint)], file: file, line: line))
    }

    /// Contributes an instance, created by a synchronous initializer, to the extension point of another plugin.
    ///
    /// The instance belongs to the generation of this plugin. It is contributed while the plugin runs, and closed after
    /// its last user has left. Contributing does not depend on the other plugin: if that plugin is disabled or does not
    /// run, the contribution is inactive. `trellisd --check` rejects a contribution to a point that none of the plugins
    /// declares.
    ///
    /// ```swift
    /// blueprint.extend(ItemSearch.init(store:)) { $0 as any SearchProvider }
    /// ```
    ///
    /// - Parameters:
    ///   - make: The initializer of the instance, whose parameters are the dependencies of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the type of the extension point.
    public mutating func extend<each D: Sendable, T: Sendable, Point: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line,
        as convert: @escaping @Sendable (T) -> Point
    ) {
        add(
            Binding(make, role: .contribution, options: [.marked(.extending)], file: file, line: line) {
                ExtensionContribution(instance: convert($0))
            })
    }

    /// Contributes an instance, created by an asynchronous initializer, to the extension point of another plugin.
    ///
    /// - Parameters:
    ///   - make: The initializer of the instance, whose parameters are the dependencies of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the type of the extension point.
    public mutating func extend<each D: Sendable, T: Sendable, Point: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line,
        as convert: @escaping @Sendable (T) -> Point
    ) {
        add(
            Binding(make, role: .contribution, options: [.marked(.extending)], file: file, line: line) {
                ExtensionContribution(instance: convert($0))
            })
    }
}
