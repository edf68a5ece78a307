import Foundation

// Compares the server with a minimal one: a loop over epoll(7) in C that replies with fixed bytes (the floor).
//
// An argument such as `calls` selects one measurement. The servers run in separate processes, which execute this
// program with other arguments: `floor`, `floor-streams` and `serve`. `load PATH [CALL]` measures a call of any other
// server: GetInfo, or the given call in JSON.

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
