/// A picture of few colours.
struct PixelImage: Sendable, Hashable {
    /// A colour: red, green and blue, from 0 to 255.
    struct Color: Sendable, Hashable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    /// How many pixels it is wide; an even number.
    let width: Int

    /// How many pixels it is high.
    let height: Int

    /// Its colours; 1 to 16.
    let palette: [Color]

    private var pixels: [UInt8]

    /// Creates a picture in the first of its colours.
    ///
    /// - Parameters:
    ///   - width: How many pixels it is wide; an even number.
    ///   - height: How many pixels it is high.
    ///   - palette: Its colours; 1 to 16.
    init(width: Int, height: Int, palette: [Color]) {
        precondition(width % 2 == 0 && (1...16).contains(palette.count))
        self.width = width
        self.height = height
        self.palette = palette
        pixels = Array(repeating: 0, count: width * height)
    }

    /// The colour of a pixel, as a place in the palette; what is outside the picture has none and takes none.
    subscript(x: Int, y: Int) -> Int {
        get { contains(x, y) ? Int(pixels[y * width + x]) : 0 }
        set {
            guard contains(x, y) else { return }
            pixels[y * width + x] = UInt8(newValue)
        }
    }

    private func contains(_ x: Int, _ y: Int) -> Bool {
        (0..<width).contains(x) && (0..<height).contains(y)
    }

    /// Gives a colour to every pixel of a rectangle for which a condition holds.
    mutating func fill(_ color: Int, x: Range<Int>, y: Range<Int>, where isMeant: (Int, Int) -> Bool = { _, _ in true })
    {
        for row in y {
            for column in x where isMeant(column, row) { self[column, row] = color }
        }
    }

    /// Gives a colour to every pixel of a circle.
    mutating func fillCircle(_ color: Int, x: Int, y: Int, radius: Int) {
        fill(color, x: x - radius..<x + radius + 1, y: y - radius..<y + radius + 1) { column, row in
            (column - x) * (column - x) + (row - y) * (row - y) <= radius * radius
        }
    }

    /// Writes a line of text.
    ///
    /// - Parameters:
    ///   - text: The line, of what ``PixelFont`` has; anything else is left blank.
    ///   - color: Its colour.
    ///   - x: Where it begins.
    ///   - y: Where its upper edge is.
    mutating func write(_ text: String, _ color: Int, x: Int, y: Int) {
        for (index, letter) in text.uppercased().enumerated() {
            guard let rows = PixelFont.rows(of: letter) else { continue }
            for (row, bits) in rows.enumerated() {
                for column in 0..<PixelFont.width where bits & (1 << (PixelFont.width - 1 - column)) != 0 {
                    self[x + index * PixelFont.advance + column, y + row] = color
                }
            }
        }
    }
}
