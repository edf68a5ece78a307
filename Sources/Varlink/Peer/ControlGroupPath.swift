/// The path of a control group, and the systemd units in it.
///
/// systemd names the control group of a unit after the unit, and places it below those of the unit's slices
/// (systemd.slice(5), and "The Control Group Interfaces" of systemd). A component that could be confused with a file of
/// the kernel has a leading underscore.
public struct ControlGroupPath: Hashable, Sendable, CustomStringConvertible {
    /// The path, which begins with a slash.
    public let path: String

    /// Creates a path.
    public init(_ path: String) {
        self.path = path
    }

    /// Parses the text of `/proc/PID/cgroup` (cgroups(7)).
    ///
    /// Uses the line of version 2. On a system with both versions, systemd's own hierarchy of version 1 is the
    /// fallback.
    ///
    /// - Returns: nil when the text has neither line.
    public init?(procText text: String) {
        var unified: Substring?
        var named: Substring?
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            if parts[0] == "0" && parts[1].isEmpty { unified = parts[2] }
            if parts[1] == "name=systemd" { named = parts[2] }
        }
        // A version 2 hierarchy that is mounted beside version 1 may be unused. All processes are then in its root.
        let path = unified.map { $0 == "/" ? named ?? $0 : $0 } ?? named
        guard let path, path.hasPrefix("/") else { return nil }
        self.path = String(path)
    }

    /// The path.
    public var description: String { path }

    /// The unit of the system manager; nil when the path contains none.
    public var unit: String? {
        Self.firstUnit(in: parts)?.unit
    }

    /// The unit of a user manager (`user@UID.service` of the system manager); nil when the path contains none.
    public var userUnit: String? {
        guard let (unit, rest) = Self.firstUnit(in: parts), unit.hasPrefix("user@"), unit.hasSuffix(".service") else {
            return nil
        }
        return Self.firstUnit(in: rest)?.unit
    }

    private var parts: ArraySlice<Substring> {
        path.split(separator: "/")[...]
    }

    /// Returns the first component that is a unit but not a slice, and the components after it.
    private static func firstUnit(in parts: ArraySlice<Substring>) -> (unit: String, rest: ArraySlice<Substring>)? {
        for (index, part) in zip(parts.indices, parts) {
            let name = part.hasPrefix("_") ? part.dropFirst() : part
            if name.hasSuffix(".slice") { continue }
            return isUnit(name) ? (String(name), parts[(index + 1)...]) : nil
        }
        return nil
    }

    /// Returns whether a name is that of a unit whose type has a control group for its processes (systemd.unit(5)).
    private static func isUnit(_ name: Substring) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.utf8.count <= 255 else { return false }
        return ["service", "scope", "socket", "mount", "swap"].contains(name[dot...].dropFirst())
    }
}
