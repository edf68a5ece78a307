/// What stands at the start of a scope's region, before the slots.
///
/// It is plain memory, and not properties of the scope's object, since scenes come and go by the million.
struct RegionHeader {
    /// The scope, which owns the region.
    let core: Unmanaged<ScopeCore>
    /// The region of the scope's parent.
    let parent: UnsafeMutableRawPointer?
    /// The child of the same parent that was opened next; guarded by the parent's lock.
    var next: Unmanaged<ScopeCore>?
    /// The child of the same parent that was opened before; guarded by the parent's lock.
    var previous: Unmanaged<ScopeCore>?
    /// The number of the scope among its parent's dependents; guarded by the parent's lock.
    var number = 0
    /// How many slots of the plan's order are filled.
    ///
    /// Written by the task that opens the scope before others may read it, and under the lock when it closes.
    var made = 0
    /// Whether slots beside the plan's order have been filled.
    ///
    /// Guarded by the scope's lock.
    var hasMore = false
    /// The bytes before the region's start that belong to it.
    let room: UInt32

    /// Counts the scopes that were opened from one nested plan; guarded by the lock.
    struct Counter {
        var open = 0
        var opened = 0
    }

    init(core: Unmanaged<ScopeCore>, parent: UnsafeMutableRawPointer?, room: Int) {
        self.core = core
        self.parent = parent
        self.room = UInt32(room)
    }

    /// The bytes before the region's start that a number of frames take, for a region of an alignment.
    static func room(forFrames count: Int, alignment: Int) -> Int {
        (count * MemoryLayout<UnsafeMutableRawPointer>.stride + alignment - 1) & ~(alignment - 1)
    }

    /// Where the region of a frame is noted, in bytes from the region's start.
    static func frame(_ index: Int) -> Int {
        -(index + 1) * MemoryLayout<UnsafeMutableRawPointer>.stride
    }
}
