/// The names of completions that are requested from the daemon.
enum CompletionSource: String {
    case plugins
    case graphs
    case settings
    case interfaces
    case methods
    case failpoints
    case jobs
    case hosts
}
