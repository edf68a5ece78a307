import Foundation
import Testing
import Varlink

/// `make install` and `make uninstall`.
@Suite(
    "make install and make uninstall",
    .runsPrograms,
    .enabled(if: Programs.build != nil, "needs the build that the stage was installed from: install the stage again"),
    .timeLimit(.minutes(10))
) struct InstallTests {
    /// Runs a target of the Makefile with a folder as DESTDIR.
    private func make(_ target: String, into destination: URL) async throws -> CommandResult {
        try await Workplace.run(
            "/usr/bin/make",
            [
                "-s", "-C", Programs.checkout.path, target, "DESTDIR=\(destination.path)", "PREFIX=/opt/trellis",
                "BUILD=\(Programs.build ?? "")",
            ])
    }

    /// Returns the relative paths of the files in a folder.
    private func files(in folder: URL) throws -> Set<String> {
        Set(
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
                (try? folder.appending(path: $0).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
            })
    }

    /// Returns whether a file contains the debugging symbols of a stripped program.
    private func isSymbols(_ path: String) -> Bool {
        path.hasPrefix("usr/lib/debug/.build-id/") && path.hasSuffix(".debug")
    }

    /// Returns the interfaces that a daemon serves if every plugin runs, without `org.varlink.service`.
    private func servedInterfaces(of workplace: Workplace) async throws -> Set<String> {
        try await workplace.withDaemon { _ in
            let now = try await workplace.trellisctl("introspect")
            var names = Set(now.output.split(separator: "\n").map(String.init))
            let plugins = try await workplace.trellisctl("plugin", "list", "--json")
            for plugin in plugins.output.split(separator: "\n") {
                let interfaces = try JSONValue(parsing: String(plugin))["interfaces"]?.arrayValue ?? []
                names.formUnion(interfaces.compactMap(\.stringValue))
            }
            names.remove("org.varlink.service")
            return names
        }.value
    }

    @Test("install all files, and remove all but the configuration")
    func everythingIsPlacedAndTakenAwayButTheConfiguration() async throws {
        try await Workplace.with { workplace in
            let destination = workplace.folder.appending(path: "root")
            let installed = try await make("install", into: destination)
            #expect(installed.status == 0, "\(installed.error)")
            let contracts = try await servedInterfaces(of: workplace).map {
                "opt/trellis/share/trellis/interfaces/\($0).varlink"
            }
            let placed: Set = [
                "etc/trellis/trellis.yaml", "opt/trellis/bin/trellisctl", "opt/trellis/bin/trellisd",
                "usr/lib/systemd/system-preset/80-trellis.preset", "usr/lib/systemd/system/trellisd.service",
                "usr/lib/systemd/system/trellisd.socket", "usr/lib/sysusers.d/trellis.conf",
                "usr/lib/tmpfiles.d/trellis.conf",
                "opt/trellis/share/man/man1/trellisctl.1", "opt/trellis/share/man/man5/trellis.yaml.5",
                "opt/trellis/share/man/man8/trellisd.8", "opt/trellis/share/bash-completion/completions/trellisctl",
                "opt/trellis/share/fish/vendor_completions.d/trellisctl.fish",
                "opt/trellis/share/zsh/site-functions/_trellisctl",
            ]
            #expect(try files(in: destination).filter { !isSymbols($0) } == placed.union(contracts))
            let symbols = try files(in: destination).filter(isSymbols)
            #expect(symbols.count == (Programs.buildID(of: Programs.path(of: "trellisd")) == nil ? 0 : 2))
            let unit = try workplace.contents(of: "root/usr/lib/systemd/system/trellisd.service")
            #expect(String(decoding: unit, as: UTF8.self).contains("\nExecStart=/opt/trellis/bin/trellisd\n"))

            // A changed configuration is kept by another installation and by the removal.
            try workplace.write("log: { level: debug }\n", to: "root/etc/trellis/trellis.yaml")
            let again = try await make("install", into: destination)
            #expect(again.status == 0)
            #expect(try files(in: destination).filter(isSymbols) == symbols)
            #expect(again.output.contains("etc/trellis/trellis.yaml is there and stays as it is"))
            let removed = try await make("uninstall", into: destination)
            #expect(removed.status == 0, "\(removed.error)")
            #expect(try files(in: destination) == ["etc/trellis/trellis.yaml"])
            #expect(try workplace.contents(of: "root/etc/trellis/trellis.yaml") == Data("log: { level: debug }\n".utf8))
        }
    }
}
