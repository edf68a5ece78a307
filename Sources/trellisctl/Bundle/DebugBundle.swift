import HostInterface
import RFC3339
import Varlink

/// The files of `trellisctl debug bundle`, collected in memory.
struct DebugBundle: Sendable {
    /// A file of the bundle.
    struct Entry: Sendable {
        /// The name of the file.
        var name: String

        /// A description of the contents, as a sentence.
        var contents: String

        /// The text, or the reason why it could not be collected.
        var text: Result<String, Missing>

        /// The entry as JSON, without the text.
        var json: JSONObject {
            var object: JSONObject = ["name": .string(name), "contents": .string(contents)]
            switch text {
            case .success(let text): object["bytes"] = .integer(Int64(text.utf8.count))
            case .failure(let missing): object["missing"] = .string(missing.reason)
            }
            return object
        }
    }

    /// The reason why an entry could not be collected.
    struct Missing: Error {
        /// The reason, as a sentence without its full stop.
        var reason: String
    }

    /// The members, in the order of the manifest.
    static let members: [any BundleMember.Type] = [
        DoctorMember.self, DaemonMember.self, PluginsMember.self, ScopesMember.self, ConfigurationMember.self,
        LogMember.self, AuditMember.self, UnitsMember.self, FilesMember.self, EnvironmentMember.self,
        ProcessMember.self, SystemMember.self,
    ]

    /// The entries: the manifest, then the members.
    let entries: [Entry]

    /// The name of the folder in the archive, such as `trellis-bundle-20261122T062000Z`.
    let folder: String

    /// The time of the collection, in seconds since 1970.
    let time: Int

    /// Collects the members one after another.
    ///
    /// - Parameters:
    ///   - members: The members. Default: all.
    ///   - environment: Access to the machine and the daemon.
    /// - Throws: `CancellationError` when the task is cancelled. The error of a member becomes part of the member's
    ///   entry.
    init(_ members: [any BundleMember.Type] = members, in environment: BundleEnvironment) async throws {
        var entries: [Entry] = []
        for member in members {
            entries.append(await Self.entry(of: member, in: environment))
            try Task.checkCancellation()
        }
        time = environment.machine.now
        let created = Timestamp(time, unitsPerSecond: 1).rfc3339(fractionDigits: 0)
        folder = "trellis-bundle-" + created.filter { $0 != "-" && $0 != ":" }
        self.entries = [Self.manifest(of: entries, created: created, in: environment)] + entries
    }

    private static func entry(of member: any BundleMember.Type, in environment: BundleEnvironment) async -> Entry {
        var entry = Entry(name: member.name, contents: member.contents, text: .success(""))
        do {
            let text = try await TimeLimit.run(member.limit) { try await member.collect(in: environment) }
            let reason = "timed out after \(member.limit.components.seconds) s"
            entry.text = text.map { .success($0) } ?? .failure(Missing(reason: reason))
        } catch {
            entry.text = .failure(Missing(reason: CommandFailure(call: error).sentence))
        }
        return entry
    }

    private static func manifest(of entries: [Entry], created: String, in environment: BundleEnvironment) -> Entry {
        let machine = environment.machine
        var manifest: JSONObject = [
            "created": .string(created), "trellisctl": .string(machine.clientVersion),
            "address": .string("\(machine.address)"), "user": .string(machine.user.name),
        ]
        if case .answered(let daemon) = machine.daemon { manifest["trellisd"] = .string(daemon.version) }
        manifest["missing"] = machine.daemon.failure.map { .string($0.sentence) }
        manifest["members"] = .array(entries.map { .object($0.json) })
        return Entry(
            name: "manifest.json", contents: "The versions, the time, the members, and the reasons for missing ones.",
            text: .success(JSONValue.object(manifest).formatted(.pretty) + "\n"))
    }

    /// The bundle as an archive of tar(1).
    var archive: [UInt8] {
        get throws {
            var archive = TarArchive(time: time)
            for entry in entries {
                guard case .success(let text) = entry.text else { continue }
                try archive.append("\(folder)/\(entry.name)", Array(text.utf8))
            }
            return archive.finished
        }
    }
}
