import Foundation

/// The sockets and pipes that the lives of a plugin leave open.
///
/// The descriptors of a process do not show which code opened them, and other tests run in the same process. A leak is
/// therefore what most of the first 100 lives leave open in the same number until the end of all lives. Other tests open and
/// close their sockets at other times and in other numbers.
struct DescriptorLeaks {
    private static let sampledLives = 100

    /// The descriptors that have been open at the end of a life.
    private var known = Self.open

    /// The descriptors that each life has added.
    private var added: [Set<String>] = []

    /// Records the open descriptors at the end of a life.
    mutating func endLife() {
        guard added.count < Self.sampledLives else { return }
        let open = Self.open
        added.append(open.subtracting(known))
        known.formUnion(open)
    }

    /// The violation, if there is a leak.
    var findings: [ConformanceFinding] {
        guard added.count == Self.sampledLives else { return [] }
        let open = Self.open
        let counts = Dictionary(grouping: added.map { $0.intersection(open).count }) { $0 }.mapValues(\.count)
        guard let count = counts.first(where: { $0.key > 0 && $0.value >= Self.sampledLives * 8 / 10 })?.key else {
            return []
        }
        return [
            ConformanceFinding(
                "each life leaves \(count) \(count == 1 ? "socket or pipe" : "sockets or pipes") open",
                at: "\(Self.sampledLives) starts and stops",
                because: "The plugin starts again after a failure or a reload, and what remains accumulates",
                advice: "Close each socket in close() of a Closable instance, and before an initializer throws")
        ]
    }

    /// The sockets and pipes of this process, such as `socket:[4711]`; the kernel does not reuse the numbers (proc(5)).
    private static var open: Set<String> {
        let folder = "/proc/self/fd"
        let targets = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        return Set(targets.filter { $0.hasPrefix("socket:") || $0.hasPrefix("pipe:") })
    }
}
