import CGlibc
import Glibc

/// Starts a detached thread for work that blocks in system calls.
///
/// A task or a dispatch queue would occupy a thread of a shared pool while a call blocks. All signals are blocked on the
/// thread, so that signal handlers run on other threads, and writing to a broken pipe fails instead of ending the process.
///
/// - Parameters:
///   - name: The name that `ps -L` and debuggers show; at most 15 bytes.
///   - body: The work. The thread ends when the work returns.
/// - Returns: Whether the thread was started; `false` if the process has reached its limit of threads.
package func startThread(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    // The thread balances this retain; if no thread is started, the release below does.
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

    // A thread inherits the signal mask of the thread that starts it, so that all signals are blocked from the
    // beginning.
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
