/// The path of a control group, and the units of systemd in it.
///
/// systemd names the control group of a unit after the unit, inside those of the slices that it is in: systemd.slice(5)
/// and "The Control Group Interfaces" of systemd. A part that could be mistaken for something of the kernel's has an
/// underscore before it.
public struct ControlGroupPath: Hashable, Sendable, CustomStringConvertible {
    /// The path, which begins with a slash.
    public let path: String

    /// Takes a path.
    public init(_ path: String) {
        self.path = path
    }

    /// Finds the control group in the text of `/proc/PID/cgroup` (cgroups(7)).
    ///
    /// The line of version 2 counts; where the system has version 1 beside it, systemd's own hierarchy.
    ///
    /// - Returns: nil when neither is there.
    public init?(procText text: String) {
        var unified: Substring?
        var named: Substring?
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            if parts[0] == "0" && parts[1].isEmpty { unified = parts[2] }
            if parts[1] == "name=systemd" { named = parts[2] }
        }
        // Version 2 that is mounted beside version 1 may be unused: everything is in its root then.
        let path = unified.map { $0 == "/" ? named ?? $0 : $0 } ?? named
        guard let path, path.hasPrefix("/") else { return nil }
        self.path = String(path)
    }

    /// The path.
    public var description: String { path }

    /// The unit of the system manager; nil when there is none in the path.
    public var unit: String? {
        Self.firstUnit(in: parts)?.unit
    }

    /// The unit of a user's manager, which is itself the unit `user@UID.service`; nil when there is none in the path.
    public var userUnit: String? {
        guard let (unit, rest) = Self.firstUnit(in: parts), unit.hasPrefix("user@"), unit.hasSuffix(".service") else {
            return nil
        }
        return Self.firstUnit(in: rest)?.unit
    }

    private var parts: ArraySlice<Substring> {
        path.split(separator: "/")[...]
    }

    /// The first part that is a unit and no slice, and the parts behind it.
    private static func firstUnit(in parts: ArraySlice<Substring>) -> (unit: String, rest: ArraySlice<Substring>)? {
        for (index, part) in zip(parts.indices, parts) {
            let name = part.hasPrefix("_") ? part.dropFirst() : part
            if name.hasSuffix(".slice") { continue }
            return isUnit(name) ? (String(name), parts[(index + 1)...]) : nil
        }
        return nil
    }

    /// Whether a name is that of a unit whose processes have a control group of their own (systemd.unit(5)).
    private static func isUnit(_ name: Substring) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.utf8.count <= 255 else { return false }
        return ["service", "scope", "socket", "mount", "swap"].contains(name[dot...].dropFirst())
    }
}
