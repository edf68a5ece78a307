import BenchmarkSupport
import Foundation
import SystemPackage
import TrellisTesting

/// The daemon of `make build`, which `make install` installs.
private let program = file("../../../.build/release/trellisd")

/// The reference, which `make bench` unpacks without installing it, because the installed package starts a server.
private let caddyProgram = file("../../../.build/caddy/usr/bin/caddy")

/// The configuration that `make install` installs.
private let shippedConfiguration = file("../../../etc/trellis/trellis.yaml")

private func file(_ path: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: path).standardizedFileURL.path
}

/// Measures the time from exec to readiness of the installed daemon, compared with a daemon in Go.
///
/// The reference is Caddy of Debian, with an empty configuration. The first start of each, which creates files, does not
/// count.
///
/// - Throws: `ProcessFailure` when `make bench` has not unpacked Caddy, or a process does not start.
func measureInstalledStarts() async throws {
    let reference = "exec to READY, caddy with an empty configuration"
    guard FileManager.default.isExecutableFile(atPath: caddyProgram) else {
        throw ProcessFailure(text: "\(caddyProgram) is missing; run Scripts/unpack-package caddy .build/caddy")
    }
    var (alone, shipped, caddy): ([Double], [Double], [Double]) = ([], [], [])
    try await withTemporaryFolder { folder in
        let home = folder.appending("caddy").string
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let (items, installed) = (
            try InstalledDaemon(in: folder.appending("alone"), "plugins: {items: {}}\n"),
            try InstalledDaemon(
                in: folder.appending("shipped"), try String(contentsOfFile: shippedConfiguration, encoding: .utf8))
        )
        for _ in 0..<41 {
            caddy.append(try MeasuredProcess(caddyProgram, ["run"], in: home).wallTime)
            alone.append(try items.start().wallTime)
            shipped.append(try installed.start().wallTime)
        }
    }
    try Figure(reference, Array(caddy.dropFirst()).median, "ms").report()
    for (name, times, limit) in [("Items only", alone, 1.0), ("as shipped", shipped, 1.2)] {
        let ratios = zip(times, caddy).dropFirst().map { $0 / $1 }
        try Figure(
            "exec to READY, \(name)", Array(times.dropFirst()).median, "ms", reference: reference, ratio: ratios.median,
            limit: limit
        ).report()
    }
}

/// Measures the memory of the installed daemon, idle, with Items and Movies.
func measureInstalledMemory() async throws {
    let memory = try await withTemporaryFolder { folder in
        let daemon = try InstalledDaemon(in: folder, "plugins: {items: {}, movies: {}}\n").start()
        // Until the threads of the start have ended.
        try await Task.sleep(for: .seconds(10))
        return try daemon.memory()
    }
    let name = "memory of the idle daemon"
    for part in ["Rss", "Pss"] { try Figure("\(name), \(part)", memory[part] ?? .nan, "MiB").report() }
    let anonymous = memory["Anonymous"] ?? .nan
    try Figure(
        "\(name), anonymous", anonymous, "MiB", reference: "30 MiB", ratio: anonymous / 30, limit: 1
    ).report()
}

/// The installed daemon with its directories.
private struct InstalledDaemon {
    private let folder: FilePath

    init(in folder: FilePath, _ configuration: String) throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        try Data(configuration.utf8).write(to: URL(filePath: folder.appending("trellis.yaml").string))
    }

    /// Starts the daemon, which stops when the result is released.
    func start() throws -> MeasuredProcess {
        let paths = [
            "--config": "trellis.yaml", "--state-directory": "state", "--cache-directory": "cache",
            "--runtime-directory": "run", "--socket": "socket",
        ]
        return try MeasuredProcess(
            program, paths.flatMap { [$0.key, folder.appending($0.value).string] }, in: folder.string)
    }
}
