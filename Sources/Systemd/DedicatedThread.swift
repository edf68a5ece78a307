import CSystemd
import Glibc

/// Starts a detached thread for work that blocks in system calls.
///
/// A thread of its own, because a task or a dispatch queue would keep a thread of a shared pool busy for as long as the
/// call blocks. All signals are blocked on it, so that handlers run elsewhere and a broken pipe is an error, not the
/// end of the process.
///
/// - Parameters:
///   - name: Shown by `ps -L` and debuggers; at most 15 bytes.
///   - body: What the thread does. The thread ends with it.
/// - Returns: Whether there is a thread now; `false` when the process may not have another.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    // Retained here, released by the thread, or below when there is no thread.
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

    // A thread inherits the mask of the one that starts it: blocked from its first instruction on.
    var everySignal = sigset_t()
    sigfillset(&everySignal)
    var previous = sigset_t()
    pthread_sigmask(SIG_SETMASK, &everySignal, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

    var thread = pthread_t()
    let result = pthread_create(
        &thread, &attributes,
        { argument in
            guard let argument else { return nil }
            let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
            pthread_setname_np(pthread_self(), start.name)
            start.body()
            return nil
        }, start.toOpaque())
    if result != 0 { start.release() }
    return result == 0
}
