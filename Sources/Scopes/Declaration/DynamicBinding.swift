// Bindings with names instead of types, for tests and benchmarks that need graphs of any size: `@_spi(Dynamic) import Scopes`.
// Only dynamic bindings can require them.

/// The argument for one requirement of a dynamic binding.
@_spi(Dynamic)
public enum DynamicInput: Sendable {
    /// The instance.
    case instance(any Sendable)
    /// No instance, because the requirement is optional and no binding has the name.
    case absent
    /// The contributions to the name, in order.
    case all([any Sendable])
    /// The argument for a ``Live`` parameter.
    case live(Live<any Sendable>)
    /// The argument for a ``Lazy`` parameter.
    case lazy(Lazy<any Sendable>)
}

extension Requirement {
    /// Creates the requirement of a dynamic binding.
    @_spi(Dynamic)
    public init(named name: String, kind: Kind = .instance, isOptional: Bool = false) {
        self.init(key: BindingKey(of: (any Sendable).self, name: name), kind: kind, isOptional: isOptional)
    }
}

extension Binding {
    /// Creates a dynamic binding from a synchronous closure, which receives an argument for each requirement.
    @_spi(Dynamic)
    public init(
        named name: String, requirements: [Requirement] = [], role: Role = .provision,
        options: [BindingOption<any Sendable>] = [], file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable ([DynamicInput]) throws -> any Sendable
    ) {
        let factory = Factory.synchronous { linker in
            let arguments = requirements.map { linker.dynamicArgument($0) }
            // Without the cast, Swift would open the existential and store the contained value.
            return { source in AnyInstance(try make(arguments.map { try $0(source) }) as any Sendable) }
        }
        self.init(named: name, requirements, factory, role, options, file, line)
    }

    /// Creates a dynamic binding from an asynchronous closure, which receives an argument for each requirement.
    @_spi(Dynamic)
    public init(
        named name: String, requirements: [Requirement] = [], role: Role = .provision,
        options: [BindingOption<any Sendable>] = [], file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable ([DynamicInput]) async throws -> any Sendable
    ) {
        let factory = Factory.asynchronous { linker in
            let arguments = requirements.map { linker.dynamicArgument($0) }
            return { source in
                let values = try arguments.map { try $0(source) }
                return { AnyInstance(try await make(values) as any Sendable) }
            }
        }
        self.init(named: name, requirements, factory, role, options, file, line)
    }

    private init(
        named name: String, _ requirements: [Requirement], _ factory: Factory, _ role: Role,
        _ options: [BindingOption<any Sendable>], _ file: String, _ line: Int
    ) {
        self.init(
            (any Sendable).self, named: name, implementation: (any Sendable).self, requirements: requirements,
            factory: factory, role: role, options: options, file: file, line: line)
    }
}

extension Linker {
    /// Returns a closure that reads the argument for the next requirement of a dynamic binding.
    fileprivate func dynamicArgument(_ requirement: Requirement) -> @Sendable (InstanceSource) throws -> DynamicInput {
        let reference = nextReference()
        if case .absent = reference { return { _ in .absent } }
        switch requirement.kind {
        case .instance:
            let argument: Argument<any Sendable> = instance(reference)
            return { .instance(try argument.read($0)) }
        case .all:
            let argument = argument(All<any Sendable>.self, for: reference)
            return { .all(try argument.read($0).elements) }
        case .live:
            let argument = argument(Live<any Sendable>.self, for: reference)
            return { .live(try argument.read($0)) }
        case .lazy:
            let argument = argument(Lazy<any Sendable>.self, for: reference)
            return { .lazy(try argument.read($0)) }
        case .building: preconditionFailure("a dynamic binding cannot require Building")
        }
    }
}

extension Blueprint {
    /// Exports a dynamic binding.
    @_spi(Dynamic)
    public mutating func export(named name: String, file: String = #fileID, line: Int = #line) {
        exports.append(
            Export(
                key: BindingKey(of: (any Sendable).self, name: name), location: BindingLocation(file: file, line: line))
        )
    }

    /// Overrides the dynamic binding with the same name.
    @_spi(Dynamic)
    public mutating func override(by binding: Binding) {
        applyOverride(binding)
    }

    /// Decorates the dynamic binding with the same name, which is the first requirement of the decorator.
    @_spi(Dynamic)
    public mutating func decorate(by binding: Binding) {
        precondition(
            binding.requirements.first.map { $0.key == binding.key && $0.isPlain } == true,
            "\(binding.location): the first requirement of a decorator is the binding that it wraps, \(binding.key)")
        applyDecorator(binding)
    }
}
