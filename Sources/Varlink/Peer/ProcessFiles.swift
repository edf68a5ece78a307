import Glibc

/// Reads information about a process from `/proc` (proc(5)).
enum ProcessFiles {
    /// Inspects a process that is referenced by a descriptor (pidfd_open(2)).
    ///
    /// The process ID cannot be reused while the process runs. The information is therefore valid if the process still
    /// runs after reading.
    static func inspect(_ credentials: PeerCredentials, pinnedBy descriptor: OwnedDescriptor) -> PeerProcess? {
        guard let number = descriptor.take() else { return nil }
        defer { _ = Glibc.close(number) }
        guard let group = controlGroup(of: credentials.processID), isRunning(number) else { return nil }
        return PeerProcess(processID: credentials.processID, controlGroup: group, isPinned: true)
    }

    /// Inspects the process that currently has the process ID, if it has the user ID of the connection.
    static func inspect(_ credentials: PeerCredentials) -> PeerProcess? {
        guard let group = controlGroup(of: credentials.processID),
            effectiveUser(of: credentials.processID) == credentials.userID
        else { return nil }
        return PeerProcess(processID: credentials.processID, controlGroup: group, isPinned: false)
    }

    private static func controlGroup(of processID: Int32) -> ControlGroupPath? {
        text(of: "/proc/\(processID)/cgroup").flatMap { ControlGroupPath(procText: $0) }
    }

    /// Returns the second of the four numbers after `Uid:` in `/proc/PID/status`.
    private static func effectiveUser(of processID: Int32) -> UInt32? {
        guard let status = text(of: "/proc/\(processID)/status"),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Uid:") })
        else { return nil }
        let numbers = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
        return numbers.count > 2 ? UInt32(numbers[2]) : nil
    }

    /// Returns whether the process runs: its descriptor becomes readable when it ends.
    private static func isRunning(_ descriptor: CInt) -> Bool {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&question, 1, 0) == 0
    }

    /// Returns the text of a file, up to 16 KiB.
    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return nil }
        defer { _ = Glibc.close(descriptor) }
        var text: [UInt8] = []
        while text.count < 16_384 {
            // Safe: read(2) writes at most the capacity, and returns the count.
            let chunk = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
                count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
            }
            if chunk.isEmpty { break }
            text += chunk
        }
        return String(decoding: text, as: UTF8.self)
    }
}
