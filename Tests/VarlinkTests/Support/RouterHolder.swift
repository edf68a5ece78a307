@testable import Varlink

/// A place for a router that is made after what uses it.
final class RouterHolder: Sendable {
    private let state = Lock<VarlinkRouter?>(nil)

    var router: VarlinkRouter? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
