import Foundation
import Trellis

extension PluginLife {
    /// Reports the files in the plugin's directories that are open, although its instances have closed.
    ///
    /// A thread of a library may close a file a moment later, so each file is looked up a second time after
    /// ``cancellationTime``. The files of a stuck plugin are not reported, because its code may still use them.
    func reportOpenFiles() async {
        let directories = hosted.environment.directories
        guard !hosted.isStuck, !directories.openFiles.isEmpty else { return }
        _ = try? await Task.sleep(for: Self.cancellationTime)
        let files = directories.openFiles
        if !files.isEmpty { hosted.report(.filesLeaked(files)) }
    }
}

extension PluginDirectories {
    /// The paths of this process' open files in the directories, sorted; those of deleted files end with ` (deleted)`.
    fileprivate var openFiles: [String] {
        let folder = "/proc/self/fd"
        let paths = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        return paths.filter { path in [state, cache, runtime].contains { path.hasPrefix("\($0)/") } }.sorted()
    }
}
