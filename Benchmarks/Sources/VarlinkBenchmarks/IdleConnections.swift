import BenchmarkSupport
import CVarlinkFloor
import Foundation
import VarlinkLoad

/// Measures the memory of an idle connection, before and after its first call.
func measureIdleConnections() throws {
    try raiseDescriptorLimit()
    for (name, call, count) in [
        ("idle connection", nil, 10_000), ("idle connection after a call", Message.get, 5_000),
    ] {
        let server = try ServerProcess(["serve", "1"])
        // The first calls allocate memory that does not belong to a connection.
        _ = try load(server.path, Message.get, 8)
        let before = try server.residentBytes
        var descriptors = [Int32](repeating: -1, count: count)
        try requireSuccess(
            open_connections(server.path, Int32(count), call, call.map { $0.utf8.count + 1 } ?? 0, &descriptors))
        if call == nil { Thread.sleep(forTimeInterval: 2) }
        let bytes = Double(try server.residentBytes - before) / Double(count)
        for descriptor in descriptors { close(descriptor) }
        try Figure(name, bytes, "bytes", reference: "10 KiB", ratio: bytes / 10_240, limit: 1).report()
    }
}
