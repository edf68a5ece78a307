/// Why a ``BootedMachine`` did not boot.
enum BootError: Error, CustomStringConvertible {
    /// The machine ended by itself.
    case ended(console: String)
    /// The boot was not finished after a minute.
    case late(console: String)
    /// The boot was finished, in a state other than "running" or "degraded".
    case wrongState(String, console: String)

    var description: String {
        switch self {
        case .ended(let console): "The machine ended while it booted. Its console said:\n\(console)"
        case .late(let console): "The machine did not boot within a minute. Its console said:\n\(console)"
        case .wrongState(let state, let console):
            "The machine is \"\(state)\" after the boot. Its console said:\n\(console)"
        }
    }
}
