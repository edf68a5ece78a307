import Foundation

// Benchmarks of the daemon and its plugins, each compared with a reference:
//
// - the start of a host with 100 and 1,000 plugins of ten bindings each, compared with a host with 10;
// - the processor time that 1,000 plugins add to the start of an empty daemon;
// - the time from exec to readiness of the installed daemon, compared with Caddy;
// - the memory of the installed daemon;
// - the reload of one plugin among 100 and 1,000, compared with that among 10: the switch, and reading and validating.
//
// An argument such as `starts` selects one benchmark. Each figure is printed as a line of JSON.

let arguments = Array(CommandLine.arguments.dropFirst())
if await serveSampleDaemon(arguments) { exit(0) }
let parts: [(name: String, measure: () async throws -> Void)] = [
    ("starts", measureHostStarts), ("daemon", measureDaemonStarts), ("installed", measureInstalledStarts),
    ("memory", measureInstalledMemory), ("switches", measureSwitches),
]
for part in parts where arguments.isEmpty || arguments.contains(part.name) {
    try await part.measure()
}
