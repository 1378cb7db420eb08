#include "CPeers.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { room = 1 << 14 };

typedef struct {
    int socket;
    /// Requests still to be sent, and the number that the next one carries.
    size_t left;
    long number;
    size_t used;
    char answer[room + 1];
} Connection;

static int opened(uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int result = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    if (result < 0) return -1;
    setsockopt(result, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(result, (struct sockaddr *)&address, sizeof address) == 0) return result;
    close(result);
    return -1;
}

/// Writes the request with its number in the place of the hashes, padded with blanks.
static int write_request(Connection *connection, const char *request) {
    char text[room];
    size_t length = strlen(request);
    if (length >= sizeof text) return -1;
    memcpy(text, request, length);
    const char *place = strchr(request, '#');
    if (place) {
        int width = (int)strspn(place, "#");
        char number[32];
        snprintf(number, sizeof number, "%*ld", width, connection->number);
        memcpy(text + (place - request), number, (size_t)width);
    }
    connection->number++;
    connection->left--;
    connection->used = 0;
    return send(connection->socket, text, length, MSG_NOSIGNAL) == (ssize_t)length ? 0 : -1;
}

/// The bytes of the whole answer; 0 until more are there, or -1 for what is none with success.
static long answer_length(Connection *connection) {
    connection->answer[connection->used] = 0;
    char *end = strstr(connection->answer, "\r\n\r\n");
    if (!end) return connection->used < room ? 0 : -1;
    if (strncmp(connection->answer, "HTTP/1.1 200", 12) != 0) return -1;
    for (char *line = connection->answer; line < end; line = strstr(line, "\r\n") + 2)
        if (strncasecmp(line, "content-length:", 15) == 0) return end + 4 - connection->answer + atol(line + 15);
    return -1;
}

size_t peer_load(uint16_t port, const char *const *requests, size_t connections, size_t each, long *numbers) {
    Connection *all = calloc(connections, sizeof *all);
    struct pollfd *polled = calloc(connections, sizeof *polled);
    size_t open = 0, done = 0;
    int failed = all && polled ? 0 : -1;
    for (; failed == 0 && open < connections; open++) {
        all[open] = (Connection){.socket = opened(port), .left = each, .number = numbers[open]};
        polled[open] = (struct pollfd){.fd = all[open].socket, .events = POLLIN};
        if (all[open].socket < 0) failed = -1;
    }
    for (size_t i = 0; failed == 0 && i < connections; i++) failed = write_request(&all[i], requests[i]);
    while (failed == 0 && done < connections * each) {
        if (poll(polled, connections, 10000) <= 0) break;
        for (size_t i = 0; failed == 0 && i < connections; i++) {
            if (!polled[i].revents) continue;
            Connection *connection = &all[i];
            ssize_t count = recv(
                connection->socket, connection->answer + connection->used, room - connection->used, 0);
            if (count <= 0) {
                failed = -1;
                break;
            }
            connection->used += (size_t)count;
            long length = answer_length(connection);
            if (length < 0 || length > room) failed = -1;
            if (length <= 0 || (size_t)length > connection->used) continue;
            done++;
            if (connection->left > 0) failed = write_request(connection, requests[i]);
            else polled[i].fd = -1;
        }
    }
    for (size_t i = 0; i < open; i++) {
        numbers[i] = all[i].number;
        if (all[i].socket >= 0) close(all[i].socket);
    }
    free(all);
    free(polled);
    return done;
}
