import Foundation

// Benchmarks of several hosts with one etcd, each compared with the same requests of etcd alone:
//
// - reading an item, and a page of a list, compared with a linearizable read of one key;
// - a page that is read with `stale`, compared with a list in SQLite;
// - adds by 16 clients, compared with as many clients that set a key on condition that it does not exist;
// - the time until another host reports a change, compared with that until a watch of etcd reports one;
// - the first reading of 200,000 items by a new host, compared with reading their keys;
// - the time in which another host takes a plugin over, compared with the lease.
//
// etcd (Debian's package etcd-server) runs as one member on this machine, with its files in the temporary directory.
//
// An argument such as `adds` selects one benchmark. Each figure is printed as a line of JSON.

let arguments = Array(CommandLine.arguments.dropFirst())
guard FileManager.default.isExecutableFile(atPath: EtcdServer.program) else {
    FileHandle.standardError.write(Data("FleetBenchmarks: skipped: Debian's package etcd-server is missing\n".utf8))
    exit(0)
}
let parts: [(name: String, measure: () async throws -> Void)] = [
    ("reads", measureReads), ("stale", measureStaleLists), ("adds", measureAdds), ("watches", measureWatches),
    ("syncs", measureFirstSync), ("takeovers", measureTakeovers),
]
for part in parts where arguments.isEmpty || arguments.contains(part.name) {
    try await part.measure()
}
