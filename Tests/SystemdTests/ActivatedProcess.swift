import Dispatch
import Glibc

/// The variable that is set if the test program was started by ``runActivated(_:_:names:process:count:)``.
let activatedTestVariable = "TRELLIS_ACTIVATED_TEST"

/// Starts this test program again, as systemd starts a service with sockets, to run one test.
///
/// - Parameters:
///   - test: The name of the test in `ActivatedProcessTests`.
///   - descriptors: The descriptors that the process receives from 3 on. They are closed in this process.
///   - names: The value of `LISTEN_FDNAMES`; nil if it is not set.
///   - process: The value of `LISTEN_PID`. Default: `nil`, for the identifier of the new process.
///   - count: The value of `LISTEN_FDS`. Default: `nil`, for the number of descriptors.
/// - Returns: The exit status, which is 0 if the test passed and -1 if the process could not be started; and its
///   output.
func runActivated(
    _ test: String, _ descriptors: [Int32], names: String?, process: String? = nil, count: String? = nil
) async -> (status: Int32, output: String) {
    // First moves the descriptors away from the target numbers, so that no descriptor overwrites another.
    let high = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    for descriptor in descriptors { close(descriptor) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let directory = TemporaryDirectory()
    posix_spawn_file_actions_addopen(&actions, 1, "\(directory.path)/output", O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    for (index, descriptor) in high.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, 3 + Int32(index))
    }

    // Without descriptors, the process also has no inherited descriptor 3. exec keeps the process identifier of the shell.
    let script = "\(high.isEmpty ? "exec 3<&-; " : "")export LISTEN_PID=${LISTEN_PID:-$$}; exec \"$0\" \"$@\""
    guard let program = realpath("/proc/self/exe", nil) else { return (-1, "no program") }
    defer { free(program) }
    let arguments = [
        "sh", "-c", script, String(cString: program), "--testing-library", "swift-testing", "--filter",
        "ActivatedProcessTests/\(test)\\(",
    ]
    var variables = ["LISTEN_FDS=\(count ?? String(descriptors.count))", "\(activatedTestVariable)=1"]
    if let names { variables.append("LISTEN_FDNAMES=\(names)") }
    for name in ["PATH", "LD_LIBRARY_PATH"] {
        if let value = getenv(name) { variables.append("\(name)=\(String(cString: value))") }
    }
    if let process { variables.append("LISTEN_PID=\(process)") }

    var child: pid_t = -1
    let result = withStringArray(arguments) { arguments in
        withStringArray(variables) { posix_spawn(&child, "/bin/sh", &actions, nil, arguments, $0) }
    }
    // Closes the descriptors before waiting, because the process may wait for the end of a stream that is open here.
    for descriptor in high { close(descriptor) }
    guard result == 0 else { return (-1, "posix_spawn: \(result)") }
    let status = await status(of: child)
    return (status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f), directory.read("output"))
}

/// Waits for the end of a process on a separate thread.
private func status(of process: pid_t) async -> Int32 {
    await withCheckedContinuation { continuation in
        DispatchQueue(label: "wait").async {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            continuation.resume(returning: status)
        }
    }
}

private func withStringArray<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
}
