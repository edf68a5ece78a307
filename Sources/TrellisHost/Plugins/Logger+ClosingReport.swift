import Logging
import Trellis

extension Logger {
    /// Logs what went wrong while a scope closed: instances that did not close, and leaked instances.
    ///
    /// A leaked instance is one that is still referenced after its scope has closed, for example by a global variable, a
    /// running task or a reference cycle. Of a chain of references, each instance is logged with those that hold it.
    func log(_ report: ClosingReport) {
        for entry in report.problems {
            log(
                .instanceNotClosed, "an instance did not close",
                metadata: ["scope": "\(entry.scope)", "reason": "\(entry)"])
        }
        for leak in report.leaks {
            let holders = leak.dependents.map { "\($0) (\($0.location))" }.joined(separator: ", ")
            log(
                .instanceLeaked, "an instance leaked: it is still referenced after its scope was closed",
                metadata: [
                    "instance": "\(leak.binding)", "scope": "\(leak.scope)", "location": "\(leak.binding.location)",
                    "referencedBy": "\(holders.isEmpty ? "code outside its scope" : holders)",
                ])
        }
    }
}
