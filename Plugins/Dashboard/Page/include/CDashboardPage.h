// The files of this folder of which the page of the dashboard consists.
#pragma once
#include <stddef.h>

// A file that is part of the program: constant bytes, without a terminating zero.
typedef struct {
    const unsigned char *bytes;
    size_t size;
} dashboard_file;

dashboard_file dashboard_page_html(void);
dashboard_file dashboard_script_js(void);
dashboard_file dashboard_style_css(void);
