import Logging
import Systemd
import Trellis

extension Daemon {
    /// Notifies systemd of every reload, whoever requests it, until an event is signaled.
    ///
    /// systemd also receives `READY=1` after a reload that failed: the daemon serves the previous configuration, and the
    /// status has the reason.
    func reportReloads(until stop: OneShotEvent, extending time: TimeoutExtension) {
        plugins.reloads.observe { change in
            // After STOPPING=1 the daemon is not ready again.
            guard !stop.isSignaled else { return }
            switch change {
            case .began:
                time.note(isRunning: false)
                manager.notify(.reloading, .status("reloading the configuration"))
            case .ended:
                time.note(isRunning: true)
                manager.notify(.ready, .status(status))
            }
        }
    }

    /// Reloads the configuration for each SIGHUP; signals that arrive during a reload cause one further reload.
    func reload(for hangups: AsyncStream<Void>) async {
        // Before the daemon is ready, READY=1 at the end of a reload would be wrong.
        await ready.wait()
        for await _ in hangups {
            logger.log(.reloadSignaled, "reloading the configuration", metadata: ["signal": "SIGHUP"])
            // The record of events logs the failure.
            _ = try? await plugins.reload(expecting: nil)
        }
    }
}
