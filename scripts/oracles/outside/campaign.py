import argparse, asyncio, sys, tempfile, time
from pathlib import Path
import uvloop
from judge import Judge
from lane import Lane, TOKEN
from episodes import Episode

async def main(o):
    judge=Judge()
    with tempfile.TemporaryDirectory(prefix="outside-") as f:
        async with Lane("a", o.seed, Path(f), o.quadcal.resolve(), judge) as lane:
            n=0; t=time.time()
            modes=[o.mode] if o.mode!='all' else ['raw','calibrated','raw','vector','calibrated']
            while lane.faults.requests < o.requests:
                e=Episode(lane, modes[n%len(modes)], o.markers); n+=1
                await e.play()
                for l in lane.log: print(f"{time.time()-t:.1f}", l[:400])
                lane.log.clear()
            print(lane.faults.fired, lane.faults.requests, n, 'episodes', time.time()-t)
            for l in judge.lines(): print(l)
p=argparse.ArgumentParser()
p.add_argument('--requests',type=int,default=2000);p.add_argument('--markers',type=int,default=40);p.add_argument('--seed',type=int,default=1);p.add_argument('--mode',default='all');p.add_argument('--quadcal',type=Path)
uvloop.run(main(p.parse_args()))
