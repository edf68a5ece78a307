extension ConstructionSite {
    /// Reads the value of a type.
    typealias Reader = @Sendable (InstanceSource) -> AnyInstance

    private convenience init(_ readers: [ObjectIdentifier: Reader], _ source: InstanceSource) {
        self.init(of: source.context.path, readers.mapValues { $0(source) })
    }

    /// Returns a factory that runs another factory at a site.
    static func around(
        _ factory: @escaping SynchronousFactory, _ readers: [ObjectIdentifier: Reader]
    ) -> SynchronousFactory {
        return { source in
            let site = ConstructionSite(readers, source)
            defer { site.end() }
            return try factory(source.at(site))
        }
    }

    /// Returns a factory that runs another factory at a site.
    static func around(
        _ factory: @escaping AsynchronousFactory, _ readers: [ObjectIdentifier: Reader]
    ) -> AsynchronousFactory {
        return { source in
            let site = ConstructionSite(readers, source)
            let create = factory(source.at(site))
            return {
                defer { site.end() }
                return try await create()
            }
        }
    }
}
