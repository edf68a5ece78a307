import Foundation

// What the server costs, next to the least that a server can do: a loop over epoll(7) in C that answers with fixed bytes.
//
// With a name as its argument, such as `calls`, it measures that alone. The servers run in processes of their own, which are
// this program with other arguments: `floor`, `floor-streams` and `serve`. `load PATH [CALL]` measures any other server: its
// GetInfo, or a call that is given as JSON.

let arguments = Array(CommandLine.arguments.dropFirst())
if try await serve(arguments) { exit(0) }
if arguments.first == "load" {
    try measureLoad(at: arguments[1], arguments.dropFirst(2).first ?? Message.info)
    exit(0)
}
let parts: [(name: String, measure: () throws -> Void)] = [
    ("calls", measureCalls), ("idle", measureIdleConnections), ("watchers", measureWatchers),
]
for part in parts where arguments.isEmpty || arguments.contains(part.name) {
    try part.measure()
}
