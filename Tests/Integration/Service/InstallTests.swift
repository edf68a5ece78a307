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
    private func make(_ target: String, _ settings: String..., into destination: URL) async throws -> CommandResult {
        try await Workplace.run(
            "/usr/bin/make",
            [
                "-s", "-C", Programs.checkout.path, target, "DESTDIR=\(destination.path)", "PREFIX=/opt/trellis",
                "BUILD=\(Programs.build ?? "")",
            ] + settings)
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

    @Test("make install installs all files, and make uninstall keeps only the configuration and the state")
    func installAllFiles() async throws {
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
                "usr/lib/systemd/system/trellisd.socket", "usr/lib/systemd/system/trellis-backup.service",
                "usr/lib/systemd/system/trellis-backup.timer", "usr/lib/sysusers.d/trellis.conf",
                "usr/lib/systemd/user/trellisd.service", "usr/lib/systemd/user/trellisd.socket",
                "usr/lib/tmpfiles.d/trellis.conf", "usr/lib/systemd/catalog/trellis.catalog",
                "opt/trellis/share/man/man1/trellisctl.1", "opt/trellis/share/man/man5/trellis.yaml.5",
                "opt/trellis/share/man/man8/trellisd.8", "opt/trellis/share/bash-completion/completions/trellisctl",
                "opt/trellis/share/fish/vendor_completions.d/trellisctl.fish",
                "opt/trellis/share/zsh/site-functions/_trellisctl", "opt/trellis/share/doc/trellis/no-network.conf",
                "opt/trellis/share/trellis/trellis.schema.json", "opt/trellis/share/trellis/monitoring/alerts.yml",
                "opt/trellis/share/trellis/monitoring/dashboard.json",
            ]
            #expect(try files(in: destination).filter { !isSymbols($0) } == placed.union(contracts))
            let symbols = try files(in: destination).filter(isSymbols)
            #expect(symbols.count == (Programs.buildID(of: Programs.path(of: "trellisd")) == nil ? 0 : 2))
            let unit = try workplace.contents(of: "root/usr/lib/systemd/system/trellisd.service")
            #expect(String(decoding: unit, as: UTF8.self).contains("\nExecStart=/opt/trellis/bin/trellisd\n"))

            let configuration = try workplace.contents(of: "root/etc/trellis/trellis.yaml")
            #expect(
                String(decoding: configuration, as: UTF8.self)
                    .hasPrefix("# yaml-language-server: $schema=/opt/trellis/share/trellis/trellis.schema.json\n"))

            // A second installation and the removal keep a changed configuration.
            try workplace.write("log: { level: debug }\n", to: "root/etc/trellis/trellis.yaml")
            let again = try await make("install", into: destination)
            #expect(again.status == 0)
            #expect(try files(in: destination).filter(isSymbols) == symbols)
            #expect(again.output.contains("etc/trellis/trellis.yaml exists and is left unchanged"))
            try workplace.write("", to: "root/var/lib/trellis/items/items.sqlite")
            try workplace.write("", to: "root/var/cache/trellis/movies/poster")
            let enabled = try await Workplace.run(
                "/usr/bin/systemctl", ["--root=\(destination.path)", "preset", "trellisd.socket"])
            try #require(enabled.status == 0, "\(enabled.error)")
            let link = destination.appending(path: "etc/systemd/system/sockets.target.wants/trellisd.socket").path
            #expect(throws: Never.self) { try FileManager.default.destinationOfSymbolicLink(atPath: link) }
            let removed = try await make("uninstall", into: destination)
            #expect(removed.status == 0, "\(removed.error)")
            let kept = try files(in: destination)
            #expect(kept == ["etc/trellis/trellis.yaml", "var/lib/trellis/items/items.sqlite"])
            #expect(throws: CocoaError.self) { try FileManager.default.destinationOfSymbolicLink(atPath: link) }
            #expect(try workplace.contents(of: "root/etc/trellis/trellis.yaml") == Data("log: { level: debug }\n".utf8))

            let purged = try await make("uninstall", "PURGE=yes", into: destination)
            #expect(purged.status == 0, "\(purged.error)")
            #expect(try files(in: destination) == [])
        }
    }

    @Test("make uninstall stops the daemon and its socket", .bootsMachine)
    func uninstallStopsTheUnits() async throws {
        try await Workplace.with { workplace in
            // Copies the files that the target reads, because the machine may lack the file system of the checkout.
            let tree = workplace.folder.appending(path: "tree/srv/trellis")
            let copied = try await Workplace.run(
                "/bin/sh",
                [
                    "-c", "mkdir -p \"$2\" && cd \"$1\" && cp -R Makefile Scripts Sources Plugins \"$2\"", "copy",
                    Programs.checkout.path, tree.path,
                ])
            try #require(copied.status == 0, "\(copied.error)")
            try await BootedMachine.bootWithTrellis { machine in
                try await machine.install(tree: workplace.folder.appending(path: "tree"))
                try await machine.run("trellisctl", "items", "add", "Green tea", "3")
                try await machine.run("make", "-C", "/srv/trellis", "uninstall", "PREFIX=/usr")
                try await machine.run(
                    "sh", "-ec",
                    """
                    ! pgrep trellisd
                    units=$(systemctl list-units --all --no-legend 'trellisd*'; find /etc/systemd -name 'trellisd*')
                    [ -z "$units" ] || { echo "left: $units"; exit 1; }
                    for gone in /usr/bin/trellisd /var/cache/trellis /run/trellis; do
                        [ ! -e "$gone" ] || { echo "$gone exists"; exit 1; }
                    done
                    [ -e /etc/trellis/trellis.yaml ] && [ -e /var/lib/trellis/items/items.sqlite ]
                    getent passwd trellis
                    """)
            }
        }
    }
}
