#include "CDashboardPage.h"

// #embed takes the compiler 20 ms. The literals of bytes that SwiftPM's `.embedInCode` generates took the Swift compiler 8 seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_html[] = {
#embed "page.html"
};
static const unsigned char script_js[] = {
#embed "script.js"
};
static const unsigned char style_css[] = {
#embed "style.css"
};

dashboard_file dashboard_page_html(void) { return (dashboard_file){page_html, sizeof page_html}; }
dashboard_file dashboard_script_js(void) { return (dashboard_file){script_js, sizeof script_js}; }
dashboard_file dashboard_style_css(void) { return (dashboard_file){style_css, sizeof style_css}; }
