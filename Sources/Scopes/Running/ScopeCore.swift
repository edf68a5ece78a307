/// A scope that is alive: the slots with its instances, and its place in the tree.
///
/// Slots are written by the task that opens the scope, before anyone else can see it; those of lazy bindings by
/// their one builder, before it says that they are built. They are read without a lock by scopes that are being
/// built under this one, which keep it open meanwhile, and under the lock by its owner while it is open. They are
/// emptied by the task that closes the scope, when the phase lets no reader in any more and no scope depends on it.
final class ScopeCore: @unchecked Sendable {
    // Unchecked for `slots` alone; the rule above is what makes it safe.

    let plan: Plan
    let path: String
    let parent: ScopeCore?
    let imports: [ScopeCore]

    private let frames: [ScopeCore]
    private let slots: UnsafeMutablePointer<AnyBox?>
    let state = Lock(State())

    init(plan: Plan, parent: ScopeCore?, imports: [ScopeCore]) {
        self.plan = plan
        self.parent = parent
        self.imports = imports
        path = parent.map { $0.path + "/" + plan.name } ?? plan.name
        frames = plan.routes.map { $0.core(parent: parent, imports: imports) }
        slots = .allocate(capacity: plan.slotCount)
        slots.initialize(repeating: nil, count: plan.slotCount)
    }

    deinit {
        slots.deinitialize(count: plan.slotCount)
        slots.deallocate()
    }

    /// One of the scopes that this one can see; 0 is this one.
    func frame(_ index: Int) -> ScopeCore {
        index == 0 ? self : frames[index - 1]
    }

    /// The instance in a slot, which must be built and of the slot's type.
    func load<Value>(_ type: Value.Type, at slot: Int) -> Value {
        guard let box = slots[slot] else {
            preconditionFailure("\(path) has not built \(Value.self), which its plan says it has by now")
        }
        return Self.open(box, as: type)
    }

    /// Puts an instance in its slot, and remembers how it is closed.
    func install<Value: Sendable>(
        _ value: Value, at slot: Int, closing: (@Sendable () async throws -> Void)?
    ) {
        let box = Box(value)
        let cell = state.withLock { state -> AnyCell? in
            if case .closed = state.phase {
                // The scope has closed without waiting for this builder any longer.
                state.strays.append(Built(slot: slot, close: closing))
                return nil
            }
            slots[slot] = box
            state.built.append(Built(slot: slot, close: closing))
            return state.cells[slot]
        }
        cell.map { box.fill($0, owner: self) }
    }

    /// The instance of a binding, read by the scope's owner.
    func read<Value: Sendable>(_ type: Value.Type, at slot: Int) throws(ScopeClosed) -> Value {
        let value = state.withLock { state -> Value? in
            guard case .open = state.phase, let box = slots[slot] else { return nil }
            return Self.open(box, as: type)
        }
        guard let value else { throw ScopeClosed(scope: path) }
        return value
    }

    /// The cell for the instance in a slot.
    func cell<Value: Sendable>(_ type: Value.Type, at slot: Int) -> Cell<Value> {
        let (cell, box) = state.withLock { state -> (AnyCell, AnyBox?) in
            let cell = state.cells[slot] ?? Cell<Value>()
            state.cells[slot] = cell
            return (cell, slots[slot])
        }
        box?.fill(cell, owner: self)
        // Cells are kept by slot, and a slot has one type.
        return unsafeDowncast(cell, to: Cell<Value>.self)
    }

    /// Makes the `Live` and `Lazy` values of a slot throw from now on.
    func closeCell(of slot: Int) {
        let cell = state.withLock { $0.cells[slot] }
        cell?.clear(owner: self, reason: ScopeClosed(scope: path))
    }

    /// Makes every `Live` and `Lazy` value of this scope throw, also those of what was never made.
    func closeCells() {
        let cells = state.withLock { $0.cells.values.map(\.self) }
        cells.forEach { $0.clear(owner: self, reason: ScopeClosed(scope: path)) }
    }

    /// The instance in a slot, if it is built.
    ///
    /// Call it under the lock, or with a right to read.
    func box(at slot: Int) -> AnyBox? {
        slots[slot]
    }

    /// Takes the instance out of a slot, so that it is destroyed where the result is.
    func take(_ slot: Int) -> AnyBox? {
        state.withLock { _ in
            let box = slots[slot]
            slots[slot] = nil
            return box
        }
    }

    private static func open<Value>(_ box: AnyBox, as type: Value.Type) -> Value {
        // A need is met by the binding with its key, and the key is the type of what the binding installs.
        unsafeDowncast(box, to: TypedBox<Value>.self).value
    }
}
