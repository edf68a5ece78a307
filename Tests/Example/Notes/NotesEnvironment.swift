import Foundation
import Trellis

/// The operations that the model may use.
struct NotesEnvironment: Sendable {
    /// The permitted length of a text, in characters.
    var maximumLength: Int

    /// Returns the current time.
    var now: @Sendable () -> Date

    /// Adds an entry to the store.
    var add: @Sendable (_ text: String, _ time: Date) async throws -> Entry

    /// Reads entries after a number.
    var entries: @Sendable (_ number: Int, _ limit: Int) async throws -> [Entry]

    /// Returns a stream that yields after new entries.
    var changes: @Sendable () -> AsyncStream<Void>
}

extension NotesEnvironment {
    /// Creates the environment from the instances of the plugin.
    init(configuration: NotesConfiguration, store: EntryStore, clock: WallClock) {
        self.init(
            maximumLength: configuration.maximumLength,
            now: clock.now,
            add: store.add(_:at:),
            entries: store.entries(after:limit:),
            changes: store.changes)
    }
}
