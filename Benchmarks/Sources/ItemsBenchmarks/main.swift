import Foundation
import VarlinkLoad

// What Items costs: durable adds by many clients at once, next to one client; pages of a long list, next to those of a
// short one; what a change costs while many watch; and an item from memory, next to a server that does nothing else.
//
// It needs a machine that does nothing else: 64 clients and the daemon use all of its cores, and one client does not.
//
// With a name as its argument, such as `adds`, it measures that alone. Each figure is a line of JSON.

let arguments = Array(CommandLine.arguments.dropFirst())
let isServer = try await serveDaemon(arguments) || serveFloor(arguments)
if isServer { exit(0) }
let parts: [(name: String, measure: () async throws -> Void)] = [
    ("adds", measureAdds), ("lists", measureLists), ("watches", measureWatches), ("gets", measureGets),
]
for part in parts where arguments.isEmpty || arguments.contains(part.name) {
    try await part.measure()
}
