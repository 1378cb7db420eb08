"""httpx as a peer of the transports: requests to one URL, a number of them in flight on kept connections."""
import asyncio
import sys
import time

import httpx

url, method, in_flight, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
body = None if method == "GET" else b'{"version":1,"calibrated_data":"' + b"x" * 118 + b'"}'
headers = {} if body is None else {"Content-Type": "application/json"}


async def worker(client, requests):
    for _ in range(requests):
        response = await client.request(method, url, content=body, headers=headers)
        assert response.status_code == 200


async def main():
    async with httpx.AsyncClient() as client:
        print(f"httpx {httpx.__version__}", flush=True)
        for _ in sys.stdin:
            start = time.perf_counter_ns()
            await asyncio.gather(*(worker(client, count // in_flight) for _ in range(in_flight)))
            print((time.perf_counter_ns() - start) / (count // in_flight * in_flight), flush=True)


asyncio.run(main())
