import Foundation
import Items
import TrellisTesting

/// A random operation of a store with an observable result.
enum StoreOperation: Sendable {
    case take([ItemRecord], replacing: Bool)
    case update(UUID, count: Int?, Condition)
    case delete(UUID, Condition)
    case prune(age: TimeInterval)
    case page(after: Int?, filter: String?, limit: Int)
    case changes(UUID, Condition)
    case position(UUID)

    /// The expected revision of a conditional change.
    enum Condition: Sendable, CaseIterable {
        case any, actual, other

        func revision(of id: UUID, in store: any ItemStore) async -> Int? {
            guard self != .any, let item = try? await store.item(id) else { return nil }
            return self == .actual ? item.revision : item.revision - 1
        }
    }

    /// Returns a random operation.
    static func random(_ identifiers: [UUID], using random: inout SeededGenerator) -> StoreOperation {
        func identifier() -> UUID { identifiers.randomElement(using: &random) ?? UUID() }
        func condition() -> Condition { Condition.allCases.randomElement(using: &random) ?? .any }
        switch Int.random(in: 0..<13, using: &random) {
        case 0...2:
            let records = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                ItemRecord(
                    id: identifier(), title: ["Tea", "Rice", "Green tea", ""].randomElement(using: &random) ?? "",
                    count: Int.random(in: 0...5, using: &random),
                    created: Date(timeIntervalSince1970: Double(Int.random(in: 0...3, using: &random))))
            }
            return .take(records, replacing: Bool.random(using: &random))
        case 3...5:
            return .update(identifier(), count: Int.random(in: -1...5, using: &random), condition())
        case 6...8: return .delete(identifier(), condition())
        case 9: return .prune(age: Double(Int.random(in: 10...200, using: &random)))
        case 10:
            return .page(
                after: Bool.random(using: &random) ? Int.random(in: 0...300, using: &random) : nil,
                filter: ["tea", "", nil].randomElement(using: &random) ?? nil,
                limit: Int.random(in: 0...20, using: &random))
        case 11: return .changes(identifier(), condition())
        default: return .position(identifier())
        }
    }

    /// Performs the operation and describes its result.
    func outcome(in store: any ItemStore, at time: Date) async -> String {
        do {
            let seen: Any =
                switch self {
                case .take(let records, let replacing): try await store.importItems(records, replacing: replacing)
                case .update(let id, let count, let condition):
                    try await store.update(
                        id, title: nil, count: count, ifRevision: condition.revision(of: id, in: store))
                case .delete(let id, let condition):
                    try await store.delete(id, ifRevision: condition.revision(of: id, in: store))
                case .prune(let age): try await store.pruneChanges(before: time.addingTimeInterval(-age))
                case .page(let position, let filter, let limit):
                    try await store.page(after: position, filter: filter, limit: limit)
                case .changes(let id, let condition):
                    try await store.changes(since: condition.revision(of: id, in: store) ?? 0, limit: 10)
                case .position(let id): try await store.position(of: id)
                }
            return "\(seen)"
        } catch {
            return "error: \(error)"
        }
    }
}

extension UUID {
    /// Returns a pseudorandom identifier.
    static func sample(_ number: Int) throws -> UUID {
        let digits = String(number)
        let zeros = String(repeating: "0", count: 12 - digits.count)
        guard let id = UUID(uuidString: "7c8d3c54-0000-4000-8000-\(zeros)\(digits)") else { throw Failure() }
        return id
    }

    private struct Failure: Error {}
}
