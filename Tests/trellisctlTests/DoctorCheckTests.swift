import Foundation
import Glibc
import HostInterface
import Testing
import Varlink

@testable import trellisctl

@Suite("The checks of the doctor", .timeLimit(.minutes(2)))
struct DoctorCheckTests {
    /// Expects a finding with the beginning of a message and a command.
    private func expect(
        _ check: any Check.Type, _ machine: DoctorMachine, _ verdict: Finding.Verdict, _ message: String,
        command: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let finding = try await machine.finding(of: check)
        #expect(finding.verdict == verdict, "\(finding)", sourceLocation: sourceLocation)
        #expect(finding.message.contains(message), "\(finding)", sourceLocation: sourceLocation)
        #expect((finding.remedy != nil) == (verdict >= .warning), sourceLocation: sourceLocation)
        #expect(
            command == nil || finding.commands.contains(command ?? ""), "\(finding)", sourceLocation: sourceLocation)
    }

    @Test("the check of the socket names a stopped, failed or disabled unit, and a missing or changed file")
    func socket() async throws {
        try await DoctorMachine.with { machine in
            machine.socket["ActiveState"] = "inactive"
            try await expect(
                SocketCheck.self, machine, .failure, "trellisd.socket is stopped",
                command: "systemctl start trellisd.socket")
            machine.socket["ActiveState"] = "failed"
            machine.socket["Result"] = "service-start-limit-hit"
            try await expect(
                SocketCheck.self, machine, .failure, "trellisd.socket failed (service-start-limit-hit)",
                command: "systemctl reset-failed trellisd.service trellisd.socket")
            machine.socket["ActiveState"] = "active"
            machine.socket["UnitFileState"] = "disabled"
            try await expect(
                SocketCheck.self, machine, .warning, "disabled", command: "systemctl enable trellisd.socket")
            machine.socket["UnitFileState"] = "enabled"
            try machine.change(mode: 0o600, of: "run/trellis/io.trellis")
            try await expect(
                SocketCheck.self, machine, .failure, "mode 0600 instead of trellis, trellis and 0660",
                command: "chmod 0660 /run/trellis/io.trellis")
            try machine.remove("run/trellis/io.trellis")
            try await expect(
                SocketCheck.self, machine, .failure, "does not exist", command: "systemctl restart trellisd.socket")
            try machine.write("", to: "run/trellis/io.trellis")
            try await expect(SocketCheck.self, machine, .failure, "is not a socket")
            machine.socket["LoadState"] = "not-found"
            try await expect(SocketCheck.self, machine, .failure, "not installed")
        }
    }

    @Test("the check of the service names a failure, the start limit, a restart and a changed unit file")
    func service() async throws {
        try await DoctorMachine.with { machine in
            machine.service["NeedDaemonReload"] = "yes"
            try await expect(
                ServiceCheck.self, machine, .warning, "has changed", command: "systemctl daemon-reload")
            machine.service["SubState"] = "auto-restart"
            machine.service["Result"] = "watchdog"
            try await expect(
                ServiceCheck.self, machine, .warning, "has failed (watchdog), and systemd starts it again")
            machine.service["NeedDaemonReload"] = "no"
            machine.service["ActiveState"] = "activating"
            machine.service["SubState"] = "start"
            try await expect(ServiceCheck.self, machine, .ok, "is starting")
            machine.service["NRestarts"] = "3"
            machine.service["Result"] = "success"
            try await expect(ServiceCheck.self, machine, .warning, "has failed, and systemd starts it again")
            machine.service["ActiveState"] = "failed"
            machine.service["SubState"] = "failed"
            machine.service["Result"] = "exit-code"
            machine.service["ExecMainStatus"] = "78"
            try await expect(
                ServiceCheck.self, machine, .failure, "trellisd.service failed (exit-code, status 78)",
                command: "systemctl reset-failed trellisd.service trellisd.socket")
            machine.service["Result"] = "start-limit-hit"
            try await expect(ServiceCheck.self, machine, .failure, "start limit (5 starts in 1min)")
            machine.service["ActiveState"] = "inactive"
            try await expect(ServiceCheck.self, machine, .ok, "the first connection starts it")
            machine.service["LoadState"] = "not-found"
            try await expect(ServiceCheck.self, machine, .failure, "not installed")
        }
    }

    @Test("the check of the group names a user who is not a member, and a session from before the membership")
    func group() async throws {
        try await DoctorMachine.with { machine in
            machine.environment.user.groups = []
            try await expect(
                GroupCheck.self, machine, .failure, "not a member", command: "usermod --append --groups trellis alice")
            machine.environment.group = { _ in (DoctorMachine.daemon.group, ["bob", "alice"]) }
            try await expect(GroupCheck.self, machine, .failure, "this session started before")
            machine.environment.user.id = 0
            try await expect(GroupCheck.self, machine, .ok, "root")
            machine.environment.user.id = DoctorMachine.caller
            machine.socket["SocketGroup"] = "others"
            machine.environment.group = { _ in nil }
            try await expect(GroupCheck.self, machine, .failure, "'others' does not exist", command: "systemd-sysusers")
        }
    }

    @Test("the check of the rights names a missing role and a daemon that does not respond")
    func rights() async throws {
        try await DoctorMachine.with { machine in
            let refused = HostError.roleRequired(role: "read", requestID: nil)
            machine.environment.daemon = .failed(CommandFailure(call: refused))
            try await expect(RoleCheck.self, machine, .failure, "the role 'read', which you do not have")
            let failedStart = HostError.startFailed(message: "no such plugin", remedy: "Remove it.")
            machine.environment.daemon = .failed(CommandFailure(call: failedStart))
            let finding = try await machine.finding(of: RoleCheck.self)
            #expect(finding == .failure("the daemon cannot start: no such plugin", "Remove it."))
            machine.environment.daemon = .failed(CommandFailure(EX_NOPERM, "you may not connect"))
            try await expect(RoleCheck.self, machine, .notAvailable, "see the check 'group'")
            machine.environment.daemon = .failed(CommandFailure(EX_TEMPFAIL, "no answer within 5 s"))
            try await expect(
                RoleCheck.self, machine, .failure, "no answer", command: "systemctl restart trellisd.service")
            machine.environment.daemon = .idle
            try await expect(RoleCheck.self, machine, .notAvailable, "has not started")
        }
    }

    @Test("the check of the settings names those that require a restart")
    func settings() async throws {
        try await DoctorMachine.with { machine async throws in
            try await expect(SettingsCheck.self, machine, .ok, "no setting waits for a restart")
            var daemon = HostContract.DescribeReply.sample()
            daemon.pendingSettings = ["control.backlog", "cluster.name"]
            machine.environment.daemon = .answered(daemon)
            try await expect(
                SettingsCheck.self, machine, .warning, "control.backlog, cluster.name changed",
                command: "systemctl restart trellisd.service")
            machine.environment.daemon = .idle
            try await expect(SettingsCheck.self, machine, .notAvailable, "does not answer")
        }
    }

    @Test("the check of the version names a daemon of another version")
    func version() async throws {
        try await DoctorMachine.with { machine in
            machine.environment.daemon = .answered(.sample(version: "0.0.9"))
            try await expect(
                VersionCheck.self, machine, .warning, "trellisd has the version 0.0.9, and trellisctl 0.2.0",
                command: "systemctl restart trellisd.service")
            machine.environment.daemon = .idle
            try await expect(VersionCheck.self, machine, .notAvailable, "0.2.0")
        }
    }

    @Test("the check of the plugins names each problem and its remedy, without plugins that an operator stopped")
    func plugins() async throws {
        try await DoctorMachine.with { machine in
            func problem(
                _ severity: HostContract.ProblemSeverity, _ plugin: String?, _ state: HostContract.PluginState?
            ) -> HostContract.Problem {
                .init(
                    severity: severity, plugin: plugin, state: state, reason: "why", remedy: "Solve \(plugin ?? "it").")
            }
            let stopped = problem(.notice, "search", .stopped)
            let degraded = problem(.warning, "movies", .degraded)
            machine.environment.daemon = .answered(.sample(problems: [stopped]))
            try await expect(PluginCheck.self, machine, .ok, "1 plugin runs")
            machine.environment.daemon = .answered(.sample(problems: [problem(.warning, nil, nil), degraded, stopped]))
            try await expect(PluginCheck.self, machine, .warning, "why; movies is degraded: why")
            #expect(try await machine.finding(of: PluginCheck.self).remedy == "Solve it. Solve movies.")
            machine.environment.daemon = .answered(
                .sample(problems: [problem(.critical, "items", .quarantined), degraded]))
            try await expect(PluginCheck.self, machine, .failure, "items is quarantined: why; movies is degraded: why")
            machine.environment.daemon = .answered(.sample(problems: nil))
            try await expect(PluginCheck.self, machine, .notAvailable, "does not report problems")
            machine.environment.daemon = .idle
            try await expect(PluginCheck.self, machine, .notAvailable, "does not answer")
        }
    }

    @Test("the check of the directories names wrong owners and permissions, also of files in them")
    func directories() async throws {
        try await DoctorMachine.with { machine in
            try machine.change(mode: 0o777, of: "var/lib/trellis")
            try await expect(
                DirectoryCheck.self, machine, .failure, "/var/lib/trellis can be changed by others (mode 0777)",
                command: "chmod go-w /var/lib/trellis")
            try machine.change(mode: 0o750, of: "var/lib/trellis")
            try machine.change(mode: 0o770, of: "var/lib/trellis/items")
            try await expect(
                DirectoryCheck.self, machine, .failure, "/var/lib/trellis/items can be changed by others (mode 0770)",
                command: "chmod go-w /var/lib/trellis/items")
            try machine.change(mode: 0o700, of: "var/lib/trellis/items")
            try machine.write("", to: "etc/trellis/trellis.yaml")
            try machine.change(mode: 0o044, of: "etc/trellis/trellis.yaml")
            try await expect(
                DirectoryCheck.self, machine, .failure,
                "the user 'trellis' cannot read /etc/trellis/trellis.yaml (mode 0044)",
                command: "chmod a+r /etc/trellis/trellis.yaml")
            try machine.change(mode: 0o644, of: "etc/trellis/trellis.yaml")
            try FileManager.default.createDirectory(
                at: machine.folder.appending(path: "etc/trellis/trellis.d"), withIntermediateDirectories: false)
            try machine.write("", to: "etc/trellis/trellis.d/50-site.yaml")
            try await expect(DirectoryCheck.self, machine, .ok, "right owners and permissions")
            try machine.change(mode: 0o177, of: "etc/trellis/trellis.d/50-site.yaml")
            try await expect(
                DirectoryCheck.self, machine, .failure, "cannot read /etc/trellis/trellis.d/50-site.yaml",
                command: "chmod a+r /etc/trellis/trellis.d/50-site.yaml")
            try machine.change(mode: 0o666, of: "etc/trellis/trellis.d/50-site.yaml")
            try await expect(
                DirectoryCheck.self, machine, .failure, "other users can change /etc/trellis/trellis.d/50-site.yaml",
                command:
                    "chown root: /etc/trellis/trellis.d/50-site.yaml; chmod go-w /etc/trellis/trellis.d/50-site.yaml")
            try machine.change(mode: 0o644, of: "etc/trellis/trellis.d/50-site.yaml")
            try machine.change(mode: 0o055, of: "etc/trellis")
            try await expect(
                DirectoryCheck.self, machine, .failure, "the user 'trellis' cannot read /etc/trellis (mode 0055)",
                command: "chmod a+rx /etc/trellis")
            try machine.remove("etc/trellis")
            try await expect(
                DirectoryCheck.self, machine, .failure, "/etc/trellis does not exist",
                command: "systemd-tmpfiles --create trellis.conf")
            try machine.write("", to: "etc/trellis")
            try await expect(DirectoryCheck.self, machine, .failure, "/etc/trellis is not a directory")
            machine.service["User"] = "somebody"
            try await expect(
                DirectoryCheck.self, machine, .failure, "'somebody' does not exist", command: "systemd-sysusers")
            machine.environment.address = .path("/other")
            try await expect(DirectoryCheck.self, machine, .notAvailable, "systemd does not manage")
        }
    }

    @Test(
        "the check of the directories names files that belong to another user",
        .enabled(if: geteuid() == 0, "only root can change owners"))
    func owners() async throws {
        try await DoctorMachine.with { machine in
            let folder = machine.folder.path
            #expect(chown(folder + "/var/lib/trellis/items/items.sqlite", 4_001, 4_001) == 0)
            try await expect(
                DirectoryCheck.self, machine, .failure,
                "/var/lib/trellis/items/items.sqlite does not belong to the user 'trellis'",
                command: "chown --recursive trellis:trellis /var/lib/trellis/")
            #expect(chown(folder + "/var/lib/trellis", 4_001, 4_001) == 0)
            try await expect(
                DirectoryCheck.self, machine, .failure,
                "/var/lib/trellis belongs to the user 4001 instead of 'trellis'",
                command: "chown --recursive trellis:trellis /var/lib/trellis/")
        }
    }

    @Test("the check of the credentials names missing and public files, and names without a plugin")
    func credentials() async throws {
        try await DoctorMachine.with { machine in
            machine.unitFile +=
                "LoadCredential=old:/nowhere\nLoadCredential=\nLoadCredential=movies.tmdb:/etc/trellis/key\n"
            try await expect(
                CredentialCheck.self, machine, .failure,
                "/etc/trellis/key of the credential 'movies.tmdb' does not exist",
                command: "install --mode=0600 /dev/stdin /etc/trellis/key")
            try machine.write("secret", to: "etc/trellis/key")
            try machine.change(mode: 0o644, of: "etc/trellis/key")
            try await expect(
                CredentialCheck.self, machine, .warning, "(mode 0644)", command: "chmod 0600 /etc/trellis/key")
            try machine.change(mode: 0o600, of: "etc/trellis/key")
            try await expect(CredentialCheck.self, machine, .ok, "movies.tmdb")
            machine.unitFile += "LoadCredential=tmdb:/etc/trellis/key\n"
            try await expect(CredentialCheck.self, machine, .warning, "not named PLUGIN.NAME")
        }
    }

    @Test("the check of the journal names missing rights and a missing journal")
    func journal() async throws {
        try await DoctorMachine.with { machine in
            machine.programs["journalctl"]?.error =
                "Hint: You are currently not seeing messages from other users and the system.\n"
            try await expect(
                JournalCheck.self, machine, .warning, "may not read",
                command: "usermod --append --groups systemd-journal alice")
            machine.programs["journalctl"]?.error = "No journal files were found.\n"
            try await expect(JournalCheck.self, machine, .warning, "no files")
            machine.programs["journalctl"] = nil
            try await expect(JournalCheck.self, machine, .notAvailable, "not installed")
        }
    }

    @Test("the check of the clock names a clock that is behind or not synchronized")
    func clock() async throws {
        try await DoctorMachine.with { machine in
            machine.programs["timedatectl"]?.output = "no\n"
            try await expect(
                ClockCheck.self, machine, .warning, "not synchronized", command: "timedatectl set-ntp true")
            machine.programs["systemd-detect-virt"] = .init(status: 0, output: "systemd-nspawn\n")
            try await expect(ClockCheck.self, machine, .notAvailable, "host of this container")
            machine.programs["timedatectl"]?.status = 1
            try await expect(ClockCheck.self, machine, .notAvailable, "does not report")
            machine.environment.now = 1_000_000
            try await expect(
                ClockCheck.self, machine, .failure, "the clock is behind: /var/lib/trellis was changed at 20")
        }
    }

    @Test("the check of the descriptors names a limit that is too low for the configured number of connections")
    func descriptors() async throws {
        try await DoctorMachine.with { machine in
            try await expect(DescriptorLimitCheck.self, machine, .ok, "65536")
            machine.environment.connections = 65_536
            try await expect(
                DescriptorLimitCheck.self, machine, .warning,
                "expected at least 131328 for control.connections (65536)",
                command: "printf '[Service]\\nLimitNOFILE=131328\\n' "
                    + "> /etc/systemd/system/trellisd.service.d/descriptors.conf")
            machine.environment.connections = 100
            try machine.write(
                "Max open files            1024                 1024                 files\n", to: "proc/77/limits")
            try await expect(DescriptorLimitCheck.self, machine, .ok, "1024")
            machine.environment.connections = 4_096
            try machine.write(
                "Max open files            1024                 4096                 files\n", to: "proc/77/limits")
            try await expect(
                DescriptorLimitCheck.self, machine, .warning, "may open 4096 files", command: "systemctl daemon-reload")
            try machine.write(
                "Max open files            unlimited            unlimited            files\n", to: "proc/77/limits")
            try await expect(DescriptorLimitCheck.self, machine, .ok, "unlimited")
            machine.environment.daemon = .idle
            machine.service["MainPID"] = "0"
            machine.service["LimitNOFILE"] = "1024"
            try await expect(DescriptorLimitCheck.self, machine, .warning, "may open 1024 files")
        }
    }

    @Test("the check of the descriptor store names a store that is too small for the configured number of connections")
    func descriptorStore() async throws {
        try await DoctorMachine.with { machine in
            try await expect(DescriptorStoreCheck.self, machine, .ok, "4128")
            machine.environment.connections = 4_096
            try await expect(DescriptorStoreCheck.self, machine, .ok, "4128")
            machine.environment.connectionsReserved = 17
            try await expect(
                DescriptorStoreCheck.self, machine, .warning,
                "at most 4128 descriptors while the daemon restarts, and closes the connections beyond; expected at least "
                    + "4129 for control.connections (4096)",
                command: "printf '[Service]\\nFileDescriptorStoreMax=4129\\n' "
                    + "> /etc/systemd/system/trellisd.service.d/descriptor-store.conf")
            machine.environment.connections = 65_536
            try await expect(DescriptorStoreCheck.self, machine, .warning, "expected at least 16400")
            machine.environment.address = .path("/tmp/other")
            try await expect(DescriptorStoreCheck.self, machine, .notAvailable, "does not manage")
        }
    }

    @Test("the check of the memory names a daemon near its limit, and a machine without memory")
    func memory() async throws {
        try await DoctorMachine.with { machine in
            try await expect(MemoryLimitCheck.self, machine, .ok, "uses 100 of 1024 MiB")
            machine.service["MemoryCurrent"] = "1073741000"
            try await expect(
                MemoryLimitCheck.self, machine, .warning, "uses 1023 of 1024 MiB",
                command: "systemctl set-property trellisd.service MemoryMax=2048M")
            machine.service["MemoryMax"] = "infinity"
            try await expect(MemoryLimitCheck.self, machine, .ok, "3906 MiB of available memory")
            try machine.write("MemAvailable: 20480 kB\n", to: "proc/meminfo")
            try await expect(MemoryLimitCheck.self, machine, .warning, "only 20 MiB")
        }
    }

    @Test("the check of the disk space names a full file system and a file system without inodes")
    func diskSpace() async throws {
        try await DoctorMachine.with { machine in
            try machine.remove("var/cache")
            try await expect(DiskSpaceCheck.self, machine, .ok, "8192 MiB")
            machine.space.bytes = 100 << 20
            try await expect(DiskSpaceCheck.self, machine, .warning, "100 MiB of free space")
            machine.space.bytes = 0
            try await expect(DiskSpaceCheck.self, machine, .failure, "0 MiB of free space")
            machine.space = .init(bytes: 8 << 30, inodes: 0)
            try await expect(DiskSpaceCheck.self, machine, .failure, "no free inodes")
        }
    }

    @Test("the free space is at most the largest integer")
    func largestSpace() {
        var status = statvfs()
        (status.f_bavail, status.f_frsize) = (.max, 4_096)
        #expect(DoctorEnvironment.Space(status).bytes == .max)
    }
}
