/// `io.systemd.System`: the error of systemd's services for a failed system call, and the router's default for errors
/// that are not Varlink errors.
///
/// No interface description declares this error. Every sd-varlink server may send it, and varlinkctl prints the text of
/// its `errno`. The format is that of sd-varlink since systemd 258; older versions send only `errno`.
public struct SystemError: VarlinkError, Hashable {
    /// The interface of systemd's errors.
    public static let interface = "io.systemd"

    /// `System`.
    public var name: String { "System" }

    /// The error number, as in errno(3) of Linux.
    public let errno: Int

    /// The name of the error number, such as `ECANCELED`, if known.
    public let errnoName: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - errno: The error number, as in errno(3) of Linux.
    ///   - errnoName: The name of the error number; nil by default.
    public init(errno: Int, errnoName: String? = nil) {
        self.errno = errno
        self.errnoName = errnoName
    }

    /// ECANCELED: the call was cancelled.
    public static let cancelled = SystemError(errno: 125, errnoName: "ECANCELED")

    /// EBUSY: the service has reached its limit of connections.
    public static let busy = SystemError(errno: 16, errnoName: "EBUSY")

    /// EIO: an internal error, which is not disclosed.
    public static let failed = SystemError(errno: 5, errnoName: "EIO")

    /// Writes `origin`, `errnoName` and `errno`.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("origin", "linux")
        writer.optionalField("errnoName", errnoName)
        writer.field("errno", errno)
        writer.endObject()
    }

    /// Reads the error `System`; nil for any other name.
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
