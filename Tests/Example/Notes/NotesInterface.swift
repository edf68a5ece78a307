import Trellis

/// The implementation of `io.trellis.Notes`.
struct NotesInterface: NotesService {
    let notes: Notes

    func add(text: String, context: CallContext) async throws -> NotesContract.AddReply {
        NotesContract.AddReply(entry: .init(try await notes.add(text)))
    }

    func list(
        replies: ReplyWriter<NotesContract.ListReply>, context: CallContext
    ) async throws -> NotesContract.ListReply {
        try await replies.sendListing(ifEmpty: .init(entry: nil)) { send in
            try await notes.list { try await send(.init(entry: .init($0))) }
        }
    }

    func watch(
        since: Int?, replies: ReplyWriter<NotesContract.WatchReply>, context: CallContext
    ) async throws -> NotesContract.WatchReply {
        try await notes.watch(after: since ?? 0) { entry in
            try await replies.send(.init(entry: .init(entry), revision: entry.number))
        }
        // The stream has no end of its own: it returns when the plugin stops, and the host sends the final error.
        throw CancellationError()
    }
}

extension NotesInterface {
    typealias ContractError = NotesError

    func contractError(for error: any Error) -> NotesError? {
        guard let error = error as? Notes.InvalidText else { return nil }
        return .invalidText(length: error.length, maximum: error.maximum)
    }
}

extension NotesContract.Entry {
    /// Converts an entry of the model.
    fileprivate init(_ entry: Entry) {
        self.init(number: entry.number, text: entry.text, added: entry.added.rfc3339)
    }
}
