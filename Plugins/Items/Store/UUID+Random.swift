package import Foundation

extension UUID {
    /// Returns a new UUID of version 4 (RFC 9562, section 5.4) from getrandom(2).
    ///
    /// Foundation's initializer opens `/dev/urandom`, and returns the same identifier repeatedly when the process
    /// cannot open further files.
    package static func random() -> UUID {
        var identifier: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &identifier) { bytes in
            bytes.storeBytes(of: .random(in: .min ... .max), as: UInt64.self)
            bytes.storeBytes(of: .random(in: .min ... .max), toByteOffset: 8, as: UInt64.self)
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
        }
        return UUID(uuid: identifier)
    }
}
