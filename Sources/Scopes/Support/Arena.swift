/// Memory for the flat lists of one scope's admission and plan, which is given back as a whole.
///
/// A large plan has a dozen lists of some hundred kilobytes. With memory of its own for each, the allocator returns much of
/// it to the system after one admission and asks for it anew at the next, which takes longer than filling it.
final class Arena: @unchecked Sendable {
    // Unchecked for the pointers: what admits is alone with the arena, and afterwards nothing is taken from it.

    private var free: UnsafeMutableRawPointer
    private var remaining: Int
    private var chunks: [UnsafeMutableRawPointer] = []
    private let first: UnsafeMutableRawPointer
    private let size: Int

    /// - Parameter size: How many bytes will probably be needed.
    init(size: Int) {
        self.size = size
        first = .allocate(byteCount: size, alignment: Self.alignment)
        free = first
        remaining = size
    }

    deinit {
        first.deallocate()
        for chunk in chunks { chunk.deallocate() }
    }

    /// Takes memory for a number of elements, which is valid as long as the arena lives.
    func allocate<Element: ~Copyable>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<Element> {
        let alignment = Self.alignment
        precondition(MemoryLayout<Element>.alignment <= alignment, "\(type) needs more alignment than there is")
        let needed = (count * MemoryLayout<Element>.stride + alignment - 1) & ~(alignment - 1)
        if needed > remaining {
            remaining = max(needed, size)
            free = .allocate(byteCount: remaining, alignment: alignment)
            chunks.append(free)
        }
        defer {
            free += needed
            remaining -= needed
        }
        return free.bindMemory(to: Element.self, capacity: count)
    }

    /// What every piece begins at a multiple of: what the allocator gives without being asked.
    private static let alignment = 8
}
