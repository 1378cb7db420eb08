"""Python's json as a peer of `quadbench messages`: message_rebase.py RECIPIENTS MESSAGE.json reads a message and writes it for each frame.

It prints its name, then for each line of standard input the processor nanoseconds a message.
"""

import json
import sys
import time

recipients, text = int(sys.argv[1]), open(sys.argv[2], encoding="utf-8").read()
frames = [[[1, 0, 0, 0.1 * i], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]] for i in range(recipients)]
ROUND = 20


def rebased(frame, columns):
    return {f"c{i}": [sum(frame[r][k] * c[k] for k in range(4)) for r in range(4)] for i, c in enumerate(columns)}


def relay():
    message = json.loads(text)
    columns = [message["payload"]["transform"][f"c{i}"] for i in range(4)]
    total = 0
    for frame in frames:
        message["payload"]["transform"] = rebased(frame, columns)
        total += len(json.dumps(message, separators=(",", ":")))
    return total


relay()
print("Python json", flush=True)
for _ in sys.stdin:
    start = time.process_time_ns()
    for _ in range(ROUND):
        relay()
    print((time.process_time_ns() - start) / ROUND, flush=True)
