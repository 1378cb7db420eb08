"""A server of the marker API that shares no code with quadcal: Starlette, uvicorn and SQLite, from the contract alone.

Usage: server.py DATABASE PORT [TOKEN]. Serves 127.0.0.1 until it is killed or its standard input ends, so that it never
outlives the campaign; started again on the same file it continues.
The header x-judge-who names the sender in the history, and x-judge-fault asks for a wrong list; only the campaign's
proxy sets them. What real servers do differently is set for one space by PUT /judge/variant/{id}.
"""

import os
import socket
import sys
import threading

import uvicorn
from api import answer
from locks import Locks
from markers import Markers
from spaces import Spaces
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from store import Store

# Longer than any pause of the tool, so that a connection is never closed for having been idle.
KEEP_ALIVE_SECONDS = 75


class Server(Spaces, Markers, Locks):
    def health(self, request, body, actor):
        return answer({"status": "ok"})

    def set_variant(self, request, body, actor):
        self.store.set_variant(request.path_params["id"], body)
        return answer(body)

    def anchors(self, request, body, actor):
        return answer([])

    def routes(self):
        api = "/api/v1"
        session = f"{api}/work-sessions"
        marker = f"{api}/markers"
        lock = f"{api}/locks/work-sessions"
        return [
            self.route("/judge/variant/{id}", PUT=self.set_variant),
            self.route(f"{api}/health", GET=self.health),
            self.route(f"{api}/spaces", GET=self.list_spaces, POST=self.create_space),
            self.route(f"{api}/spaces/{{id}}", GET=self.get_space, PATCH=self.patch_space, DELETE=self.delete_space),
            self.route(f"{api}/spaces/{{id}}/laser-guide", GET=self.laser_guide),
            self.route(f"{api}/spaces/{{id}}/reference-sets", GET=self.list_sets, POST=self.create_set),
            self.route(session, GET=self.list_sessions, POST=self.create_session),
            self.route(f"{session}/{{id}}", GET=self.get_session, PATCH=self.patch_session, DELETE=self.delete_session),
            self.route(f"{session}/{{id}}/markers", GET=self.list_markers_of),
            self.route(f"{session}/{{id}}/markers/calculate-details", POST=self.calculate_session),
            self.route(marker, GET=self.list_markers, POST=self.create_marker),
            self.route(f"{marker}/bulk", POST=self.create_markers),
            self.route(f"{marker}/{{id}}", GET=self.get_marker, PATCH=self.patch_marker, DELETE=self.delete_marker),
            self.route(f"{marker}/{{id}}/details", GET=self.get_details),
            self.route(f"{marker}/{{id}}/details/calculate", POST=self.calculate),
            self.route(f"{api}/anchors", GET=self.anchors),
            self.route(f"{lock}/{{id}}", POST=self.lock),
            self.route(f"{lock}/{{id}}/extend", POST=self.extend),
            self.route(f"{lock}/{{id}}/unlock", POST=self.unlock),
            self.route(f"{lock}/{{id}}/status", GET=self.lock_status),
            self.route(f"{api}/presence/{{id}}", GET=self.presence, POST=self.join),
            self.route(f"{api}/presence/{{id}}/{{user}}", DELETE=self.leave),
        ]


def until_input_ends():
    # Without a buffer, whose lock would still be held where the server ends by itself.
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(0)


def main():
    threading.Thread(target=until_input_ends, daemon=True).start()
    database, port = sys.argv[1], int(sys.argv[2])
    server = Server(Store(database), sys.argv[3] if len(sys.argv) > 3 else None)
    nothing_here = {404: lambda request, error: PlainTextResponse("", 404)}
    app = Starlette(routes=server.routes(), exception_handlers=nothing_here)
    listener = socket.socket()
    # The campaign holds the port while nothing listens at it.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind(("127.0.0.1", port))
    config = uvicorn.Config(app, log_level="error", access_log=False, loop="uvloop", http="httptools",
                            timeout_keep_alive=KEEP_ALIVE_SECONDS)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
