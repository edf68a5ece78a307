/// The file format of Portable Network Graphics, third edition (w3.org/TR/png-3).
extension PixelImage {
    /// The picture as a file: four bits a pixel (colour type 3, bit depth 4), not compressed, so that the bytes
    /// depend on nothing but the picture.
    func png() -> [UInt8] {
        var header = Self.bigEndian(UInt32(width)) + Self.bigEndian(UInt32(height))
        header += [4, 3, 0, 0, 0]
        let colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("PLTE", colors)
            + Self.chunk("IDAT", Self.stored(scanlines)) + Self.chunk("IEND", [])
    }

    /// The rows of the picture, each after the number of the filter that was applied: none (9.2).
    private var scanlines: [UInt8] {
        (0..<height).flatMap { y in
            [0] + stride(from: 0, to: width, by: 2).map { x in UInt8(self[x, y] << 4 | self[x + 1, y]) }
        }
    }

    /// A chunk: its length, its type, its data and their checksum (5.3).
    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + body + bigEndian(cyclicRedundancyCheck(of: body))
    }

    /// Data in the format of zlib (RFC 1950), in blocks that are stored and not compressed (RFC 1951, 3.2.4).
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            bytes.append(rest.isEmpty ? 1 : 0)
            for number in [length, ~length] { bytes += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            bytes += block
        } while !rest.isEmpty
        return bytes + bigEndian(adler32(of: data))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The checksum of a chunk (annex D), bit by bit: posters are made seldom.
    private static func cyclicRedundancyCheck(of bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { check, byte in
            (0..<8).reduce(check ^ UInt32(byte)) { check, _ in
                check & 1 == 1 ? 0xEDB8_8320 ^ (check >> 1) : check >> 1
            }
        }
    }

    /// The checksum of zlib's format (RFC 1950, 8.2).
    private static func adler32(of bytes: [UInt8]) -> UInt32 {
        let (low, high) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return high << 16 | low
    }
}
