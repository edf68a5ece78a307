/// A sequence of numbers that is the same each time: SplitMix64, by Guy Steele, Doug Lea and Christine Flood (OOPSLA
/// 2014).
struct SampleRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Begins the sequence of a seed.
    init(seed: Int) {
        state = UInt64(bitPattern: Int64(seed))
    }

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// An element of a list that is not empty.
    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[number(in: 0...(list.count - 1))]
    }

    /// A number in a range.
    ///
    /// The standard library's would do, but may take another way to it in its next version, and every title would
    /// change.
    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }
}
