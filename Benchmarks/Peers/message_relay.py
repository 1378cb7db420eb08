"""A relay of messages on websockets, as a peer of quadcal relay: message_relay.py [--rebase].

Prints its address and serves until it is ended. A message goes to all others: unchanged, in one call for all; or, with --rebase,
in the frame of each, which is a shift of its own.
"""
import argparse
import asyncio
import json

import websockets


def carried(frame, columns):
    """The columns of a matrix from the left by the rows of another."""
    return [[sum(row[k] * column[k] for k in range(4)) for row in frame] for column in columns]


async def main(rebases):
    frames = {}

    async def serve(socket):
        place = len(frames)
        frames[socket] = [[1, 0, 0, 0.1 * place], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        try:
            async for text in socket:
                others = [other for other in frames if other is not socket]
                if not rebases:
                    websockets.broadcast(others, text)
                    continue
                message = json.loads(text)
                matrix = message["payload"]["transform"]
                columns = [matrix[f"c{place}"] for place in range(4)]
                for other in others:
                    moved = carried(frames[other], columns)
                    message["payload"]["transform"] = {f"c{place}": moved[place] for place in range(4)}
                    await other.send(json.dumps(message, separators=(",", ":")))
        finally:
            del frames[socket]

    async with websockets.serve(serve, "127.0.0.1", 0, compression=None, max_size=65536) as server:
        print(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws", flush=True)
        await asyncio.Future()


parser = argparse.ArgumentParser()
parser.add_argument("--rebase", action="store_true")
asyncio.run(main(parser.parse_args().rebase))
