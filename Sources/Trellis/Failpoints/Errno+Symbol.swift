import Glibc
import SystemPackage

/// The errors that files, devices, processes and sockets report, with their names in errno(3).
private let errorSymbols: [(number: CInt, symbol: String)] = [
    (EPERM, "EPERM"), (ENOENT, "ENOENT"), (EINTR, "EINTR"), (EIO, "EIO"), (ENXIO, "ENXIO"), (E2BIG, "E2BIG"),
    (EBADF, "EBADF"), (ECHILD, "ECHILD"), (EAGAIN, "EAGAIN"), (ENOMEM, "ENOMEM"), (EACCES, "EACCES"),
    (EBUSY, "EBUSY"), (EEXIST, "EEXIST"), (EXDEV, "EXDEV"), (ENODEV, "ENODEV"), (ENOTDIR, "ENOTDIR"),
    (EISDIR, "EISDIR"), (EINVAL, "EINVAL"), (ENFILE, "ENFILE"), (EMFILE, "EMFILE"), (ETXTBSY, "ETXTBSY"),
    (EFBIG, "EFBIG"), (ENOSPC, "ENOSPC"), (ESPIPE, "ESPIPE"), (EROFS, "EROFS"), (EMLINK, "EMLINK"),
    (EPIPE, "EPIPE"), (ERANGE, "ERANGE"), (EDEADLK, "EDEADLK"), (ENAMETOOLONG, "ENAMETOOLONG"),
    (ENOLCK, "ENOLCK"), (ENOSYS, "ENOSYS"), (ENOTEMPTY, "ENOTEMPTY"), (ELOOP, "ELOOP"), (ENODATA, "ENODATA"),
    (EPROTO, "EPROTO"), (EBADMSG, "EBADMSG"), (EOVERFLOW, "EOVERFLOW"), (EILSEQ, "EILSEQ"),
    (EMSGSIZE, "EMSGSIZE"), (EOPNOTSUPP, "EOPNOTSUPP"), (EADDRINUSE, "EADDRINUSE"),
    (EADDRNOTAVAIL, "EADDRNOTAVAIL"), (ENETDOWN, "ENETDOWN"), (ENETUNREACH, "ENETUNREACH"),
    (ENETRESET, "ENETRESET"), (ECONNABORTED, "ECONNABORTED"), (ECONNRESET, "ECONNRESET"), (ENOBUFS, "ENOBUFS"),
    (ENOTCONN, "ENOTCONN"), (ETIMEDOUT, "ETIMEDOUT"), (ECONNREFUSED, "ECONNREFUSED"),
    (EHOSTDOWN, "EHOSTDOWN"), (EHOSTUNREACH, "EHOSTUNREACH"), (EALREADY, "EALREADY"),
    (EINPROGRESS, "EINPROGRESS"), (ESTALE, "ESTALE"), (EDQUOT, "EDQUOT"), (ECANCELED, "ECANCELED"),
]

extension Errno {
    /// The name in errno(3), such as `EIO`; nil for an error that is not in the list.
    var symbol: String? { errorSymbols.first { $0.number == rawValue }?.symbol }

    /// Creates an error of the list from its name; nil for another text.
    init?(symbol: String) {
        guard let number = errorSymbols.first(where: { $0.symbol == symbol })?.number else { return nil }
        self.init(rawValue: number)
    }
}
