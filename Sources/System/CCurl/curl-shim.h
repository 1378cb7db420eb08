#include <curl/curl.h>
#include <dlfcn.h>
#include <stdbool.h>

// libcurl brings thirty libraries along, which take longer to load than many a command takes to run. So it is loaded
// with the first request: nothing here refers to a symbol of its, only to the types.

static inline void *ccurl_library(void) { return dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL); }

/// Whether libcurl is there; nothing else may be called before this says so.
static inline bool ccurl_is_there(void) { return ccurl_library() != NULL; }

/// A function of libcurl, looked up once.
#define CCURL(name) \
    ({ \
        static __typeof__(&name) found; \
        __typeof__(&name) function = __atomic_load_n(&found, __ATOMIC_RELAXED); \
        if (function == NULL) { \
            function = (__typeof__(&name))dlsym(ccurl_library(), #name); \
            __atomic_store_n(&found, function, __ATOMIC_RELAXED); \
        } \
        function; \
    })

static inline CURLcode ccurl_global_init(long flags) { return CCURL(curl_global_init)(flags); }
static inline CURL *ccurl_easy_init(void) { return CCURL(curl_easy_init)(); }
static inline void ccurl_easy_cleanup(CURL *handle) { CCURL(curl_easy_cleanup)(handle); }
static inline const char *ccurl_easy_strerror(CURLcode code) { return CCURL(curl_easy_strerror)(code); }
static inline CURLM *ccurl_multi_init(void) { return CCURL(curl_multi_init)(); }
static inline CURLMcode ccurl_multi_cleanup(CURLM *multi) { return CCURL(curl_multi_cleanup)(multi); }
static inline CURLMcode ccurl_multi_wakeup(CURLM *multi) { return CCURL(curl_multi_wakeup)(multi); }

static inline CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *handle) {
    return CCURL(curl_multi_add_handle)(multi, handle);
}

static inline CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *handle) {
    return CCURL(curl_multi_remove_handle)(multi, handle);
}

static inline CURLMcode ccurl_multi_perform(CURLM *multi, int *running) {
    return CCURL(curl_multi_perform)(multi, running);
}

static inline CURLMcode ccurl_multi_poll(
    CURLM *multi, struct curl_waitfd *more, unsigned int count, int milliseconds, int *ready) {
    return CCURL(curl_multi_poll)(multi, more, count, milliseconds, ready);
}

static inline struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
    return CCURL(curl_slist_append)(list, text);
}

static inline void ccurl_slist_free_all(struct curl_slist *list) { CCURL(curl_slist_free_all)(list); }

// Swift cannot call C functions with variable arguments: one form for each kind of value.

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

/// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode ccurl_set_sink(CURL *handle, CURLoption option, curl_write_callback value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_before_request(CURL *handle, curl_prereq_callback value) {
    return CCURL(curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline void *ccurl_owner(CURL *handle) {
    void *value = NULL;
    CCURL(curl_easy_getinfo)(handle, CURLINFO_PRIVATE, (char **)&value);
    return value;
}

static inline CURLcode ccurl_easy_recv(CURL *handle, void *bytes, size_t count, size_t *received) {
    return CCURL(curl_easy_recv)(handle, bytes, count, received);
}

static inline CURLcode ccurl_easy_send(CURL *handle, const void *bytes, size_t count, size_t *sent) {
    return CCURL(curl_easy_send)(handle, bytes, count, sent);
}

/// The socket of a connection that was made with CURLOPT_CONNECT_ONLY; CURL_SOCKET_BAD when it has gone.
static inline curl_socket_t ccurl_active_socket(CURL *handle) {
    curl_socket_t value = CURL_SOCKET_BAD;
    CCURL(curl_easy_getinfo)(handle, CURLINFO_ACTIVESOCKET, &value);
    return value;
}

static inline CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return CCURL(curl_multi_setopt)(multi, option, value);
}

/// Of the next transfer that has ended, with its result; null when there is none.
static inline CURL *ccurl_next_ended(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = CCURL(curl_multi_info_read)(multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}
