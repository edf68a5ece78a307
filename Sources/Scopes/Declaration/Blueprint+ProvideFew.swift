// Written by Scripts/generate-provide-overloads. Change the script, not this file.
//
// These forms reduce the cost of opening a scene: an argument in a parameter pack is retained once more than a consumed one.

extension Blueprint {
    /// Provides an instance created by a synchronous initializer with one parameter.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<A: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (consuming A) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        let factory = Factory.synchronous { linker in
            let a = linker.input(A.self)
            let isObject = AnyInstance.isObject(T.self)
            return { source in
                AnyInstance(
                    try make(a.read(source)), isObject: isObject)
            }
        }
        add(
            Binding(
                T.self, implementation: T.self, requirements: Requirement.list(A.self),
                factory: factory, role: .provision, options: options, file: file, line: line))
    }

    /// Provides an instance created by a synchronous initializer with two parameters.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<A: Sendable, B: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (consuming A, consuming B) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        let factory = Factory.synchronous { linker in
            let a = linker.input(A.self)
            let b = linker.input(B.self)
            let isObject = AnyInstance.isObject(T.self)
            return { source in
                AnyInstance(
                    try make(a.read(source), b.read(source)), isObject: isObject)
            }
        }
        add(
            Binding(
                T.self, implementation: T.self, requirements: Requirement.list(A.self, B.self),
                factory: factory, role: .provision, options: options, file: file, line: line))
    }

    /// Provides an instance created by a synchronous initializer with three parameters.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<A: Sendable, B: Sendable, C: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (consuming A, consuming B, consuming C) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        let factory = Factory.synchronous { linker in
            let a = linker.input(A.self)
            let b = linker.input(B.self)
            let c = linker.input(C.self)
            let isObject = AnyInstance.isObject(T.self)
            return { source in
                AnyInstance(
                    try make(a.read(source), b.read(source), c.read(source)), isObject: isObject)
            }
        }
        add(
            Binding(
                T.self, implementation: T.self, requirements: Requirement.list(A.self, B.self, C.self),
                factory: factory, role: .provision, options: options, file: file, line: line))
    }

    /// Provides an instance created by a synchronous initializer with four parameters.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<A: Sendable, B: Sendable, C: Sendable, D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (consuming A, consuming B, consuming C, consuming D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        let factory = Factory.synchronous { linker in
            let a = linker.input(A.self)
            let b = linker.input(B.self)
            let c = linker.input(C.self)
            let d = linker.input(D.self)
            let isObject = AnyInstance.isObject(T.self)
            return { source in
                AnyInstance(
                    try make(a.read(source), b.read(source), c.read(source), d.read(source)), isObject: isObject)
            }
        }
        add(
            Binding(
                T.self, implementation: T.self, requirements: Requirement.list(A.self, B.self, C.self, D.self),
                factory: factory, role: .provision, options: options, file: file, line: line))
    }
}
