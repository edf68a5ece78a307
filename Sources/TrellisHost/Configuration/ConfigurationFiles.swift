import Foundation
import SystemPackage

/// The configuration files: `trellis.yaml`, and the drop-ins of the folder `trellis.d` beside it.
struct ConfigurationFiles: Sendable {
    /// The layers, the highest first.
    let layers: [ConfigurationLayer]

    /// Reads the files.
    ///
    /// The drop-ins are the files ending in `.yaml` in the folder that is called as the main file, with `.d` in the
    /// place of its extension. They are taken in the order of their names' bytes; a later one is higher. A folder that
    /// does not exist holds none.
    ///
    /// - Parameters:
    ///   - path: The main file.
    ///   - faults: Gets what is wrong in the files.
    /// - Throws: ``ConfigurationError`` with every file that can't be read.
    init(at path: FilePath, faults: inout [ConfigurationFault]) throws(ConfigurationError) {
        var unreadable: [ConfigurationFault] = []
        var layers: [ConfigurationLayer] = []
        for path in [path] + Self.dropIns(of: path, unreadable: &unreadable) {
            if let text = Self.text(of: path, unreadable: &unreadable) {
                layers.append(ConfigurationLayer(yaml: text, path: path.string, faults: &faults))
            }
        }
        if !unreadable.isEmpty { throw ConfigurationError(kind: .unreadable, faults: unreadable) }
        self.layers = layers.reversed()
    }

    private static func dropIns(of path: FilePath, unreadable: inout [ConfigurationFault]) -> [FilePath] {
        guard let stem = path.stem else { return [] }
        let folder = path.removingLastComponent().appending("\(stem).d")
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.string)
                .filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                .map { folder.appending($0) }
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return []
        } catch {
            let sentence =
                "the folder of drop-ins \(folder) can't be read: \(Self.reason(of: error, folder, options: .directory))"
            unreadable.append(ConfigurationFault(place: nil, path: [], sentence: sentence))
            return []
        }
    }

    private static func text(of path: FilePath, unreadable: inout [ConfigurationFault]) -> String? {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path.string))
        } catch {
            let sentence = "the configuration file \(path) can't be read: \(reason(of: error, path))"
            unreadable.append(ConfigurationFault(place: nil, path: [], sentence: sentence))
            return nil
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            let sentence = "the configuration file \(path) is not UTF-8"
            unreadable.append(ConfigurationFault(place: nil, path: [], sentence: sentence))
            return nil
        }
        return text
    }

    /// Why a file or a folder can't be read.
    ///
    /// Foundation tells some reasons and not others, such as a folder in the place of a file: the system is asked
    /// again.
    private static func reason(
        of error: any Error, _ path: FilePath, options: FileDescriptor.OpenOptions = []
    ) -> String {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: options)
            try file.closeAfter {
                if options.isEmpty {
                    _ = try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { try file.read(into: $0) }
                }
            }
            return error.localizedDescription
        } catch Errno.noSuchFileOrDirectory {
            return "there is no such file"
        } catch Errno.isDirectory {
            return "it is a directory"
        } catch Errno.notDirectory where options.contains(.directory) {
            return "it is no directory"
        } catch {
            return (error as? Errno)?.localizedDescription ?? "\(error)"
        }
    }
}
