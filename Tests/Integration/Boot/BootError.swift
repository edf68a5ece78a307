/// The reasons for which a ``BootedMachine`` does not boot.
enum BootError: Error, CustomStringConvertible {
    /// The machine powered off during the boot.
    case ended(console: String)
    /// The boot took longer than five minutes.
    case late(console: String)
    /// The boot finished in a state other than "running" or "degraded".
    case wrongState(String, console: String)

    var description: String {
        switch self {
        case .ended(let console): "The machine ended during the boot. Its console:\n\(console)"
        case .late(let console): "The machine did not boot within five minutes. Its console:\n\(console)"
        case .wrongState(let state, let console):
            "The machine is \"\(state)\" after the boot. Its console:\n\(console)"
        }
    }
}
