import Foundation
import Testing

/// The Debian package that `make deb` built, and the systems to install it on.
enum DebianPackage {
    /// The file of the package; nil if it has not been built.
    static let file: URL? = {
        let folder = Programs.checkout.appending(path: ".build/deb")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.first { $0.hasPrefix("trellis_") && $0.hasSuffix(".deb") }.map { folder.appending(path: $0) }
    }()

    /// The folder of a Debian 13 system, which `Scripts/make-debian` installs; nil if it does not exist.
    static let debian13: URL? = {
        let folder = Programs.checkout.appending(path: ".build/debian-13", directoryHint: .isDirectory)
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// The value of a field of the package.
    static func field(_ name: String) async throws -> String {
        let result = try await Workplace.run("/usr/bin/dpkg-deb", ["--field", file?.path ?? "", name])
        try #require(result.status == 0, "\(result.error)")
        return result.output.trimmingCharacters(in: .newlines)
    }

    /// Returns the blocks of commands in a section of a document.
    ///
    /// - Parameters:
    ///   - file: The path of the document in the project, such as `README.md`.
    ///   - heading: The heading of the section, without `## `.
    /// - Returns: The indented blocks, without their indentation; at least one.
    /// - Throws: An error if the document lacks the section, or if the section has no block.
    static func commands(in file: String, under heading: String) throws -> [String] {
        let text = try String(contentsOf: Programs.checkout.appending(path: file), encoding: .utf8)
        let rest = try #require(text.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        let section = rest.components(separatedBy: "\n## ")[0]
        let blocks = section.components(separatedBy: "\n\n").filter { $0.hasPrefix("    ") }.map { block in
            block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        try #require(!blocks.isEmpty)
        return blocks
    }

    /// Creates a package with a higher version, whose `trellis.yaml` has an additional line.
    ///
    /// - Parameters:
    ///   - version: The version of the new package, such as `99.0`.
    ///   - folder: The folder for the package and the temporary files.
    /// - Returns: The file of the new package.
    /// - Throws: An error if dpkg-deb(1) fails, or if ``file`` is nil.
    static func copy(version: String, in folder: URL) async throws -> URL {
        let copy = folder.appending(path: "trellis_\(version).deb")
        let script = #"""
            set -eu
            dpkg-deb --raw-extract "$1" "$2.d"
            sed -i "s/^Version: .*/Version: $3/" "$2.d/DEBIAN/control"
            echo "# Version $3" >> "$2.d/etc/trellis/trellis.yaml"
            dpkg-deb -Znone --build "$2.d" "$2"
            rm -r "$2.d"
            """#
        let result = try await Workplace.run("/bin/sh", ["-c", script, "copy", file?.path ?? "", copy.path, version])
        try #require(result.status == 0, "\(result.error)")
        return copy
    }
}

extension BootedMachine {
    /// Boots a machine that has the package as a file in `/root`, the working directory of commands.
    ///
    /// apt-get(8) asks no questions in the machine. sudo(8) is replaced by a script, because the system may lack it.
    ///
    /// - Parameters:
    ///   - system: The folder with the system to boot. Default: this system.
    ///   - body: Receives the machine.
    /// - Throws: ``BootError`` when the machine does not boot, ``CommandFailure`` when its preparation fails, and any
    ///   error of the body.
    static func bootWithPackage(
        _ system: URL = URL(filePath: "/"), _ body: @Sendable (BootedMachine) async throws -> Void
    ) async throws {
        let package = try #require(DebianPackage.file)
        try await boot(system) { machine in
            // In an image for containers, policy-rc.d prevents every service from starting. With auto-update, man-db
            // would rebuild its database after each step, which takes longer than the step itself.
            try await machine.run("rm", "-f", "/usr/sbin/policy-rc.d", "/var/lib/man-db/auto-update")
            try await machine.copy(package, to: "/root/\(package.lastPathComponent)", mode: "644")
            try await machine.write("APT::Get::Assume-Yes \"true\";\n", to: "/etc/apt/apt.conf.d/99-test")
            try await machine.write(
                "#!/bin/sh\nexec env DEBIAN_FRONTEND=noninteractive \"$@\"\n", to: "/usr/local/bin/sudo", mode: "755")
            try await body(machine)
        }
    }

    /// Runs the commands of a document in the folder of the package.
    ///
    /// - Parameter commands: The commands, one per line.
    /// - Returns: The output of all commands.
    /// - Throws: ``CommandFailure`` when a command fails.
    @discardableResult
    func follow(_ commands: String) async throws -> CommandResult {
        try await run("sh", "-ec", "cd /root\n\(commands)")
    }

    /// Runs apt-get(8), which asks no questions in the machine.
    func apt(_ words: String...) async throws {
        let command = ["sudo", "apt-get"] + words
        let result = try await attempt(command)
        guard result.status == 0 else { throw CommandFailure(command: command, result: result) }
    }
}
