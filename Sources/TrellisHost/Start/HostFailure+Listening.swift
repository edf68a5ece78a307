import SystemPackage
import Systemd
import Trellis

extension HostFailure {
    /// The failure to listen on the control socket.
    init(listening error: VarlinkListenError) {
        let status: ExitStatus =
            switch error.code {
            case .tooLong: .usage
            case .permissionDenied: .noPermission
            default: .cannotCreate
            }
        // The description of the error is a sentence, which ends with its remedy.
        var message = error.description
        if message.hasSuffix(".") { message.removeLast() }
        self.init(status, message.prefix(1).lowercased() + message.dropFirst())
    }
}

extension FilePath {
    /// The path, or nil if it is empty.
    var nonEmpty: FilePath? { isEmpty ? nil : self }
}
