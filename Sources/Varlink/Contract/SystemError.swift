/// `io.systemd.System`: the error that systemd's services answer with when a system call failed, and what a router
/// turns errors into that are no Varlink errors.
///
/// No interface description declares it; every sd-varlink server may send it, and varlinkctl prints its `errno` as
/// words. Shape: sd-varlink since systemd 258; older ones send `errno` alone.
public struct SystemError: VarlinkError, Hashable {
    /// The interface of systemd's own errors.
    public static let interface = "io.systemd"

    /// `System`.
    public var name: String { "System" }

    /// The number of the error, as in errno(3) of Linux.
    public let errno: Int

    /// Its name, such as `ECANCELED`, when it is known.
    public let errnoName: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - errno: The number of the error, as in errno(3) of Linux.
    ///   - errnoName: Its name; nil by default.
    public init(errno: Int, errnoName: String? = nil) {
        self.errno = errno
        self.errnoName = errnoName
    }

    /// ECANCELED: the call was ended before it was done.
    public static let cancelled = SystemError(errno: 125, errnoName: "ECANCELED")

    /// EBUSY: the service has as many connections as it takes.
    public static let busy = SystemError(errno: 16, errnoName: "EBUSY")

    /// EIO: the service failed for a reason that it does not tell.
    public static let failed = SystemError(errno: 5, errnoName: "EIO")

    /// Writes `origin`, `errnoName` and `errno`.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("origin", "linux")
        writer.optionalField("errnoName", errnoName)
        writer.field("errno", errno)
        writer.endObject()
    }

    /// Reads `System`; nil for any other name.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        guard name == "System" else { return nil }
        var errno: Int?
        var errnoName: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "errno": errno = try reader.optionalField("errno", as: Int.self)
            case "errnoName": errnoName = try reader.optionalField("errnoName", as: String.self)
            default: reader.skipValue()
            }
        }
        self.errno = try reader.require(errno, "errno")
        self.errnoName = errnoName
    }
}
