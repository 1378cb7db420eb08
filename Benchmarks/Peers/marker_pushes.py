"""httpx as a peer of a job: updates of markers, a number of them in flight on kept connections.

    marker_pushes.py URL IN_FLIGHT FILE

Each line of the file is the id of a marker and the body of its update; it is read again in each round.
"""
import asyncio
import sys
import time

import httpx

url, in_flight, file = sys.argv[1], int(sys.argv[2]), sys.argv[3]
headers = {"Accept": "application/json", "Content-Type": "application/json"}


async def worker(client, updates):
    for marker, body in updates:
        response = await client.patch(url + marker, content=body, headers=headers)
        response.raise_for_status()


async def main():
    async with httpx.AsyncClient() as client:
        print(f"httpx {httpx.__version__}, a loop", flush=True)
        for _ in sys.stdin:
            with open(file, encoding="utf-8") as lines:
                updates = [line.rstrip("\n").split(" ", 1) for line in lines]
            start = time.perf_counter_ns()
            await asyncio.gather(*(worker(client, updates[place::in_flight]) for place in range(in_flight)))
            print((time.perf_counter_ns() - start) / max(len(updates), 1), flush=True)


asyncio.run(main())
