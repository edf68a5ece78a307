/* The parts of libcurl that Trellis uses. Debian: apt-get install libcurl4-openssl-dev */

#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>

/* curl_easy_setopt(3), curl_easy_getinfo(3) and curl_multi_setopt(3) take a variable number of arguments, which Swift cannot call.
   Each function below is for the options with one type of argument. */

static inline CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

/* libcurl copies the string. */
static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

/* A context of a callback, a buffer or a list, which libcurl uses until the handle is cleaned up. */
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

/* libcurl copies the bytes; there may be none. */
static inline CURLcode ccurl_set_body(CURL *easy, const void *bytes, curl_off_t count) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return result == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes) : result;
}

/* CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION. */
static inline CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, size_t (*receive)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(easy, option, receive);
}

static inline CURLcode ccurl_set_prerequest(CURL *easy, curl_prereq_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLcode ccurl_set_opener(CURL *easy, curl_opensocket_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline long ccurl_number(CURL *easy, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

/* The next finished transfer: its handle and its result; NULL if there is none. */
static inline CURL *ccurl_finished(CURLM *multi, CURLcode *result) {
    int remaining = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &remaining)) != NULL)
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    return NULL;
}

#endif
