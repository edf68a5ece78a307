import Glibc
import Varlink

/// The kernel, the distribution and the resources of the machine.
enum SystemMember: BundleMember {
    static let name = "system.json"
    static let contents = "The kernel, distribution, systemd, processors and memory of the machine."

    static func collect(in environment: BundleEnvironment) async throws -> String {
        let machine = environment.machine
        var system: JSONObject = ["kernel": kernel]
        for line in machine.text(of: "/etc/os-release")?.split(separator: "\n") ?? [] {
            let words = line.split(separator: "=", maxSplits: 1)
            guard words.count == 2, ["ID", "VERSION_ID", "PRETTY_NAME"].contains(words[0]) else { continue }
            system["os-release.\(words[0])"] = .string(String(words[1].filter { $0 != "\"" }))
        }
        system["processors"] = .integer(Int64(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        for line in machine.text(of: "/proc/meminfo")?.split(separator: "\n") ?? [] {
            let words = line.split(separator: ":", maxSplits: 1)
            guard words.count == 2, ["MemTotal", "MemAvailable", "SwapFree"].contains(words[0]) else { continue }
            system[String(words[0])] = .string(String(words[1].drop { $0 == " " }))
        }
        system["systemd"] = try await firstLine(of: "systemctl", ["--version"], in: machine)
        system["package"] = try await firstLine(of: "dpkg-query", ["--show", "trellis"], in: machine)
        system["virtualization"] = try await firstLine(of: "systemd-detect-virt", [], in: machine)
        return JSONValue.object(system).formatted(.pretty) + "\n"
    }

    /// The name, release, version and architecture of the kernel, without the name of the host.
    private static var kernel: JSONValue {
        var name = utsname()
        uname(&name)
        return .string(
            [text(name.sysname), text(name.release), text(name.version), text(name.machine)].joined(separator: " "))
    }

    /// Returns a field of `utsname`, which is a tuple of characters that ends with a null character.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Returns the first line that a program prints; nil when it is not installed or prints nothing.
    private static func firstLine(
        of program: String, _ arguments: [String], in machine: DoctorEnvironment
    ) async throws -> JSONValue? {
        try await machine.run(program, arguments)?.output.split(separator: "\n").first.map { .string(String($0)) }
    }
}
