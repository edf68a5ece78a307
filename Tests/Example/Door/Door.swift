import Foundation
import Trellis

/// The door.
actor Door {
    private let code: Code
    private let configuration: DoorConfiguration
    private let clock: WallClock
    private var failures = 0
    private var lockedUntil = Date.distantPast

    init(code: Code, configuration: DoorConfiguration, clock: WallClock) {
        self.code = code
        self.configuration = configuration
        self.clock = clock
    }

    /// Opens the door, and returns the time at which it closes.
    func open(_ text: String) throws(DoorError) -> Date {
        let now = clock.now()
        guard now >= lockedUntil else { throw .refused(attempts: 0) }
        guard code.matches(text) else {
            failures += 1
            let attempts = configuration.attempts - failures
            if attempts == 0 {
                failures = 0
                lockedUntil = now + configuration.lockTime / .seconds(1)
            }
            throw .refused(attempts: attempts)
        }
        failures = 0
        return now + configuration.openTime / .seconds(1)
    }
}
