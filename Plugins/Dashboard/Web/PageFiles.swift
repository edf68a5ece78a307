import CDashboardPage

/// The files of the page, which are part of the program (`Page/page.c`).
enum PageFiles {
    static let html = text(dashboard_page_html())
    static let script = text(dashboard_script_js())
    static let style = text(dashboard_style_css())

    private static func text(_ file: dashboard_file) -> String {
        // Safe: the bytes are a constant of the program with this size.
        unsafe String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
    }
}
