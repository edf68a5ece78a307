import Foundation
import Testing

/// The programs under test, as `make install` installed them.
enum Programs {
    /// The system that the machines of the service's tests boot: the folder `TRELLIS_SYSTEM`, or the running system.
    static let system = URL(
        filePath: ProcessInfo.processInfo.environment["TRELLIS_SYSTEM"] ?? "/", directoryHint: .isDirectory)

    /// The folder that was `DESTDIR`, with `PREFIX=/usr`; nil when `TRELLIS_STAGE` is not set.
    static let stage = ProcessInfo.processInfo.environment["TRELLIS_STAGE"].map {
        URL(filePath: $0, directoryHint: .isDirectory)
    }

    /// Returns the path of `trellisd` or `trellisctl` in the stage.
    static func path(of name: String) -> String {
        (stage ?? URL(filePath: "/nonexistent")).appending(path: "usr/bin/\(name)").path
    }

    /// The build that the stage was installed from: `release` or `debug`; nil when `.build` has changed since.
    static let build = ["release", "debug"].first { build in
        let built = checkout.appending(path: ".build/\(build)/trellisd").path
        // A stripped program differs from the program in `.build`, but has the same build ID.
        if let id = buildID(of: built) { return buildID(of: path(of: "trellisd")) == id }
        return FileManager.default.contentsEqual(atPath: built, andPath: path(of: "trellisd"))
    }

    /// Returns the build ID of a program, or nil when it has none.
    static func buildID(of path: String) -> Data? {
        guard let file = FileHandle(forReadingAtPath: path), let start = try? file.read(upToCount: 1 << 16) else {
            return nil
        }
        // The notes of an ELF file are at its start. The note of the build ID has the type NT_GNU_BUILD_ID (3) and the
        // name "GNU".
        guard let header = start.firstRange(of: Data([3, 0, 0, 0]) + Data("GNU\0".utf8)) else { return nil }
        return start[header.upperBound...].prefix(20)
    }

    /// The folder of the project.
    static let checkout = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

extension Trait where Self == ConditionTrait {
    /// A trait for tests of the programs: skips these tests, with the reason, when `TRELLIS_STAGE` is not set.
    ///
    /// The tests fail when the stage lacks a program.
    static var runsPrograms: Self {
        .enabled(if: Programs.stage != nil, "requires TRELLIS_STAGE, the folder of an installation: use 'make test'")
    }

    /// A trait for tests that require root: skips these tests, with the reason, when another user runs them.
    static func needsRoot(to purpose: Comment) -> Self {
        .enabled(if: geteuid() == 0, "requires root \(purpose)")
    }
}
