import Foundation
import Trellis

/// A number that was read at a time.
struct Sample: Sendable, Hashable {
    let value: Double
    let time: Date
}

/// The newest thousand samples, in memory.
struct Samples: Sendable {
    let ring = NumberedRing<Sample>(capacity: 1_000)

    /// The newest sample; nil if there is none yet.
    var last: Sample? { ring.page(from: ring.range.upperBound - 1).elements.last }
}
