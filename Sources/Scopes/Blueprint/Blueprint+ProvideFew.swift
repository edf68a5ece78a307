// Written by Scripts/generate-provide-overloads. Change that, and not this file.
//
// These say nothing that the forms of `provide` with a parameter pack don't say. They are here for what opening a scene
// costs: a parameter of a pack is retained once more than one that is handed over (`consuming`).

extension Blueprint {
    /// Provides an instance made by a synchronous initialiser with one parameter.
    ///
    /// What it makes is asked for by its type.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<A: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (consuming A) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        let recipe = Recipe.synchronous { linker in
            let offset = linker.offset
            let a = linker.input(A.self)
            return { core, _ in
                core.pointer(to: T.self, at: offset)
                    .initialize(to: try make(a.read(core)))
            }
        }
        add(
            Binding(
                T.self, implementation: T.self, needs: Need.list(A.self), recipe: recipe,
                role: .provision, options: options, file: file, line: line))
    }

    /// Provides an instance made by a synchronous initialiser with one parameter under another type than its own.
    ///
    /// What it makes is asked for by what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any ItemStore }`.
    @inlinable
    public mutating func provide<
        A: Sendable, T: Sendable, K: Sendable, F: Error
    >(
        _ make: @escaping @Sendable (consuming A) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        let recipe = Recipe.synchronous { linker in
            let (offset, originalOffset) = (linker.offset, linker.originalOffset)
            let a = linker.input(A.self)
            return { core, _ in
                let made = try make(a.read(core))
                core.pointer(to: K.self, at: offset).initialize(to: convert(made))
                if originalOffset != 0 { core.pointer(to: T.self, at: originalOffset).initialize(to: made) }
            }
        }
        add(
            Binding(
                K.self, implementation: T.self, needs: Need.list(A.self), recipe: recipe,
                role: .provision, options: options, isConverted: true, file: file, line: line))
    }

    /// Provides an instance made by a synchronous initialiser with two parameters.
    ///
    /// What it makes is asked for by its type.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<A: Sendable, B: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (consuming A, consuming B) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        let recipe = Recipe.synchronous { linker in
            let offset = linker.offset
            let a = linker.input(A.self)
            let b = linker.input(B.self)
            return { core, _ in
                core.pointer(to: T.self, at: offset)
                    .initialize(to: try make(a.read(core), b.read(core)))
            }
        }
        add(
            Binding(
                T.self, implementation: T.self, needs: Need.list(A.self, B.self), recipe: recipe,
                role: .provision, options: options, file: file, line: line))
    }

    /// Provides an instance made by a synchronous initialiser with two parameters under another type than its own.
    ///
    /// What it makes is asked for by what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any ItemStore }`.
    @inlinable
    public mutating func provide<
        A: Sendable, B: Sendable, T: Sendable, K: Sendable, F: Error
    >(
        _ make: @escaping @Sendable (consuming A, consuming B) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        let recipe = Recipe.synchronous { linker in
            let (offset, originalOffset) = (linker.offset, linker.originalOffset)
            let a = linker.input(A.self)
            let b = linker.input(B.self)
            return { core, _ in
                let made = try make(a.read(core), b.read(core))
                core.pointer(to: K.self, at: offset).initialize(to: convert(made))
                if originalOffset != 0 { core.pointer(to: T.self, at: originalOffset).initialize(to: made) }
            }
        }
        add(
            Binding(
                K.self, implementation: T.self, needs: Need.list(A.self, B.self), recipe: recipe,
                role: .provision, options: options, isConverted: true, file: file, line: line))
    }

    /// Provides an instance made by a synchronous initialiser with three parameters.
    ///
    /// What it makes is asked for by its type.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<A: Sendable, B: Sendable, C: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (consuming A, consuming B, consuming C) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        let recipe = Recipe.synchronous { linker in
            let offset = linker.offset
            let a = linker.input(A.self)
            let b = linker.input(B.self)
            let c = linker.input(C.self)
            return { core, _ in
                core.pointer(to: T.self, at: offset)
                    .initialize(to: try make(a.read(core), b.read(core), c.read(core)))
            }
        }
        add(
            Binding(
                T.self, implementation: T.self, needs: Need.list(A.self, B.self, C.self), recipe: recipe,
                role: .provision, options: options, file: file, line: line))
    }

    /// Provides an instance made by a synchronous initialiser with three parameters under another type than its own.
    ///
    /// What it makes is asked for by what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any ItemStore }`.
    @inlinable
    public mutating func provide<
        A: Sendable, B: Sendable, C: Sendable, T: Sendable, K: Sendable, F: Error
    >(
        _ make: @escaping @Sendable (consuming A, consuming B, consuming C) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        let recipe = Recipe.synchronous { linker in
            let (offset, originalOffset) = (linker.offset, linker.originalOffset)
            let a = linker.input(A.self)
            let b = linker.input(B.self)
            let c = linker.input(C.self)
            return { core, _ in
                let made = try make(a.read(core), b.read(core), c.read(core))
                core.pointer(to: K.self, at: offset).initialize(to: convert(made))
                if originalOffset != 0 { core.pointer(to: T.self, at: originalOffset).initialize(to: made) }
            }
        }
        add(
            Binding(
                K.self, implementation: T.self, needs: Need.list(A.self, B.self, C.self), recipe: recipe,
                role: .provision, options: options, isConverted: true, file: file, line: line))
    }

    /// Provides an instance made by a synchronous initialiser with four parameters.
    ///
    /// What it makes is asked for by its type.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<A: Sendable, B: Sendable, C: Sendable, D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (consuming A, consuming B, consuming C, consuming D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        let recipe = Recipe.synchronous { linker in
            let offset = linker.offset
            let a = linker.input(A.self)
            let b = linker.input(B.self)
            let c = linker.input(C.self)
            let d = linker.input(D.self)
            return { core, _ in
                core.pointer(to: T.self, at: offset)
                    .initialize(to: try make(a.read(core), b.read(core), c.read(core), d.read(core)))
            }
        }
        add(
            Binding(
                T.self, implementation: T.self, needs: Need.list(A.self, B.self, C.self, D.self), recipe: recipe,
                role: .provision, options: options, file: file, line: line))
    }

    /// Provides an instance made by a synchronous initialiser with four parameters under another type than its own.
    ///
    /// What it makes is asked for by what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any ItemStore }`.
    @inlinable
    public mutating func provide<
        A: Sendable, B: Sendable, C: Sendable, D: Sendable, T: Sendable, K: Sendable, F: Error
    >(
        _ make: @escaping @Sendable (consuming A, consuming B, consuming C, consuming D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        let recipe = Recipe.synchronous { linker in
            let (offset, originalOffset) = (linker.offset, linker.originalOffset)
            let a = linker.input(A.self)
            let b = linker.input(B.self)
            let c = linker.input(C.self)
            let d = linker.input(D.self)
            return { core, _ in
                let made = try make(a.read(core), b.read(core), c.read(core), d.read(core))
                core.pointer(to: K.self, at: offset).initialize(to: convert(made))
                if originalOffset != 0 { core.pointer(to: T.self, at: originalOffset).initialize(to: made) }
            }
        }
        add(
            Binding(
                K.self, implementation: T.self, needs: Need.list(A.self, B.self, C.self, D.self), recipe: recipe,
                role: .provision, options: options, isConverted: true, file: file, line: line))
    }
}
