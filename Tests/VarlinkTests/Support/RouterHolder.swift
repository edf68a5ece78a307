@testable import Varlink

/// A reference to a router that is created later.
final class RouterHolder: Sendable {
    private let state = Lock<VarlinkRouter?>(nil)

    var router: VarlinkRouter? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
