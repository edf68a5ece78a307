import Synchronization

/// The values that an object may request through ``Dependency`` while its initializer runs.
///
/// The site is a task-local value. A task that the initializer starts inherits the site, which is empty after the
/// construction.
final class ConstructionSite: Sendable {
    @TaskLocal static var current: ConstructionSite?

    /// Whether a plan exists whose scopes create sites.
    private static let mayExist = Atomic<Bool>(false)

    /// Whether the current task has a site.
    ///
    /// In a program without sites, the check costs one load for each opened scene.
    @inline(__always)
    static var isSet: Bool { mayExist.load(ordering: .relaxed) && current != nil }

    /// Reads the value of a type.
    typealias Reader = @Sendable (InstanceSource) -> AnyInstance

    private struct State: Sendable {
        /// The values by type; nil after the construction.
        var values: [ObjectIdentifier: AnyInstance]?
        var undeclared: UndeclaredDependency?
    }

    private let state: Lock<State>

    private init(_ readers: [ObjectIdentifier: Reader], _ source: InstanceSource) {
        state = Lock(State(values: readers.mapValues { $0(source) }))
    }

    /// Returns the value of a type, or nil when the type is not declared or the construction has ended.
    func value<Value: Sendable>(_ type: Value.Type, at location: BindingLocation) -> Value? {
        let instance = state.withLock { state -> AnyInstance? in
            guard let values = state.values else { return nil }
            if let instance = values[ObjectIdentifier(type)] { return instance }
            if state.undeclared == nil {
                state.undeclared = UndeclaredDependency(key: BindingKey(type), location: location)
            }
            return nil
        }
        return instance?.value(as: type)
    }

    /// Ends the construction.
    ///
    /// - Returns: The first request of an undeclared type.
    private func end() -> UndeclaredDependency? {
        let old = state.withLock { state in
            defer { state.values = nil }
            return state
        }
        return old.undeclared
    }

    /// Returns a factory that runs another factory with a site.
    static func around(
        _ factory: @escaping SynchronousFactory, _ readers: [ObjectIdentifier: Reader]
    ) -> SynchronousFactory {
        mayExist.store(true, ordering: .relaxed)
        return { source in
            let site = ConstructionSite(readers, source)
            let instance: AnyInstance
            do {
                instance = try $current.withValue(site) { try factory(source) }
            } catch {
                _ = site.end()
                throw error
            }
            if let undeclared = site.end() { throw undeclared }
            return instance
        }
    }

    /// Returns a factory that runs another factory with a site.
    static func around(
        _ factory: @escaping AsynchronousFactory, _ readers: [ObjectIdentifier: Reader]
    ) -> AsynchronousFactory {
        mayExist.store(true, ordering: .relaxed)
        return { source in
            let site = ConstructionSite(readers, source)
            let create = factory(source)
            return {
                let instance: AnyInstance
                do {
                    instance = try await $current.withValue(site, operation: create)
                } catch {
                    _ = site.end()
                    throw error
                }
                if let undeclared = site.end() { throw undeclared }
                return instance
            }
        }
    }
}
