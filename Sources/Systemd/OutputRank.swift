import Logging

/// What decides how much of an ``OutputQueue``'s room an entry may take: each leaves some to those above it.
enum OutputRank {
    /// Small talk, below warning: it leaves the last eighth.
    case ordinary
    /// Warnings and errors: they leave the last sixteenth.
    case urgent
    /// Records, of which none may be lost for anything else that is logged: they may take all of it.
    case record

    /// The rank of an entry.
    ///
    /// - Parameters:
    ///   - level: The level that it is logged at.
    ///   - isRecord: Whether it is a record.
    init(level: Logger.Level, isRecord: Bool) {
        self = isRecord ? .record : level >= .warning ? .urgent : .ordinary
    }

    /// What an entry of this rank may take of some room.
    func share(of room: Int) -> Int {
        switch self {
        case .ordinary: room - room / 8
        case .urgent: room - room / 16
        case .record: room
        }
    }
}
