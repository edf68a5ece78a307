public import Scopes

/// The open scenes of a session, from the bottom of the stack to its top.
///
/// ```swift
/// session.provide({ () in NavigationStack<Place>() })
/// session.provide(MoviesCoordinator.init(scenes:stack:))
/// ```
///
/// A coordinator opens scenes through the stack. A scene is opened and loaded before it is pushed, so a call that fails
/// or is cancelled does not change the stack. A scene is closed when its entry leaves the stack. The remaining scenes
/// close with the scope that declares them.
///
/// `Entry` is the value that a coordinator keeps for an open scene, for example its model.
public actor NavigationStack<Entry: Sendable> {
    private struct OpenEntry {
        let number: Int
        let entry: Entry
        let close: @Sendable () async -> Void
    }

    private var open: [OpenEntry] = []
    private var pushes = 0

    /// Creates an empty stack.
    public init() {}

    /// The entries, from the bottom of the stack to its top.
    public var entries: [Entry] { open.map(\.entry) }

    /// The entry at the top of the stack; nil when the stack is empty.
    public var top: Entry? { open.last?.entry }

    /// Opens a scene, loads its contents, and pushes it.
    ///
    /// - Parameters:
    ///   - scene: The scene to open.
    ///   - arguments: The arguments of the scene.
    ///   - isKept: Returns whether an open entry remains below the new one. The scenes of the other entries are closed.
    ///   - entry: Creates the entry of the scene from its model.
    ///   - load: Loads the contents of the scene into its model.
    /// - Returns: The result of `load`.
    /// - Throws: `OpeningError` when the scene cannot be opened; the error of `load`. The stack is then unchanged.
    public func push<Arguments, Model, Contents: Sendable>(
        _ scene: Scene<Arguments, Model>, _ arguments: Arguments,
        keeping isKept: @Sendable (Entry) -> Bool,
        as entry: @Sendable (Model) -> Entry,
        load: @Sendable (Model) async throws -> Contents
    ) async throws -> Contents {
        let new = try await scene.open(arguments)
        do {
            let model = try new.model
            let contents = try await load(model)
            // The stack may change during each await. It is therefore read and changed between two awaits.
            let removed = open.filter { !isKept($0.entry) }
            open.removeAll { !isKept($0.entry) }
            pushes += 1
            open.append(OpenEntry(number: pushes, entry: entry(model), close: { await new.close() }))
            for entry in removed.reversed() { await entry.close() }
            return contents
        } catch {
            await new.close()
            throw error
        }
    }

    /// Closes the scene at the top of the stack.
    ///
    /// - Returns: The new top entry; nil when the stack is empty.
    @discardableResult
    public func pop() async -> Entry? {
        if let last = open.popLast() { await last.close() }
        return open.last?.entry
    }

    /// Closes the scenes above an entry.
    ///
    /// - Parameter isBase: Returns whether an entry becomes the top of the stack. Of several such entries, the highest
    ///   one does. If there is none, the stack is unchanged.
    public func popAll(above isBase: @Sendable (Entry) -> Bool) async {
        guard let base = open.last(where: { isBase($0.entry) }) else { return }
        await close { $0.number > base.number }
    }

    /// Closes all scenes.
    public func removeAll() async {
        await close { _ in true }
    }

    private func close(where isClosed: (OpenEntry) -> Bool) async {
        let removed = open.filter(isClosed)
        open.removeAll(where: isClosed)
        for entry in removed.reversed() { await entry.close() }
    }
}
