import SystemPackage
import Systemd
import Trellis

extension HostFailure {
    /// Why the control socket can't be made.
    init(listening error: VarlinkListenError) {
        let status: ExitStatus =
            switch error.code {
            case .tooLong: .usage
            case .permissionDenied: .noPermission
            default: .cannotCreate
            }
        // The error's own sentences end with what to do.
        var sentence = error.description
        if sentence.hasSuffix(".") { sentence.removeLast() }
        self.init(status, sentence)
    }
}

extension FilePath {
    /// The path, unless it is empty.
    var nonEmpty: FilePath? { isEmpty ? nil : self }
}
