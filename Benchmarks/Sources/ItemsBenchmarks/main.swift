import Foundation
import VarlinkLoad

// Benchmarks of Items and of the daemon, each compared with a reference:
//
// - durable adds by 64 clients, compared with one client;
// - pages of a long list, compared with pages of a short list;
// - changes with 100 watches, compared with one watch;
// - Get from memory, compared with a minimal server;
// - calls with metrics, compared with calls without metrics;
// - a call with an audit record, compared with a call without a record.
//
// The benchmarks require an otherwise idle machine, because 64 clients and the daemon use all cores, whereas one client
// does not.
//
// An argument such as `adds` selects one benchmark. Each figure is printed as a line of JSON.

let arguments = Array(CommandLine.arguments.dropFirst())
let isServer = try await serveDaemon(arguments) || serveFloor(arguments)
if isServer { exit(0) }
let parts: [(name: String, measure: () async throws -> Void)] = [
    ("adds", measureAdds), ("lists", measureLists), ("watches", measureWatches), ("gets", measureGets),
    ("metrics", measureMetrics), ("audit", measureAuditRecords),
]
for part in parts where arguments.isEmpty || arguments.contains(part.name) {
    try await part.measure()
}
