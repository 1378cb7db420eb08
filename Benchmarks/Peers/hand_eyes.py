"""OpenCV on the scenes of `quadbench handeye`: hand_eyes.py SCENES.json prints the errors and the time of each of its seven methods.

OpenCV 5 has none of them, so scripts/setup/peers keeps OpenCV 4 in a folder of its own, which comes first here.
"""

import json
import os
import sys
import time

sys.path.insert(0, os.path.join(sys.prefix, "opencv4"))

import cv2
import numpy as np

if not hasattr(cv2, "calibrateHandEye"):
    sys.exit(f"hand_eyes: OpenCV {cv2.__version__} has no hand-eye functions; run scripts/setup/peers")


def parts(numbers):
    columns = np.array(numbers).reshape(4, 3)
    return columns[:3].T.copy(), columns[3].copy()


def inverse(motion):
    return motion[0].T, -motion[0].T @ motion[1]


def camera(name, hands, cameras):
    """The pose of the camera in the hand."""
    if name in ("SHAH", "LI"):  # AX = ZB: camera from target and hand from base give target from base and camera from hand
        back = [inverse(hand) for hand in hands]
        method = getattr(cv2, "CALIB_ROBOT_WORLD_HAND_EYE_" + name)
        _, _, turn, shift = cv2.calibrateRobotWorldHandEye(
            [c[0] for c in cameras], [c[1] for c in cameras], [b[0] for b in back], [b[1] for b in back], method=method
        )
        return inverse((turn, shift.ravel()))
    method = getattr(cv2, "CALIB_HAND_EYE_" + name)
    turn, shift = cv2.calibrateHandEye(
        [h[0] for h in hands], [h[1] for h in hands], [c[0] for c in cameras], [c[1] for c in cameras], method=method
    )
    return turn, shift.ravel()


scenes = json.load(open(sys.argv[1]))
answers = {}
for name in ("TSAI", "PARK", "HORAUD", "ANDREFF", "DANIILIDIS", "SHAH", "LI"):
    shifts, turns, times = [], [], []
    for scene in scenes:
        hands, cameras = ([parts(pose) for pose in scene[side]] for side in ("hands", "cameras"))
        begin = time.process_time()
        turn, shift = camera(name, hands, cameras)
        times.append(1e3 * (time.process_time() - begin))
        truth = parts(scene["truth"])
        shifts.append(1e3 * np.linalg.norm(shift - truth[1]))
        off = turn.T @ truth[0]
        sine = np.linalg.norm([off[2, 1] - off[1, 2], off[0, 2] - off[2, 0], off[1, 0] - off[0, 1]]) / 2
        turns.append(float(np.degrees(np.arctan2(sine, (np.trace(off) - 1) / 2))))
    answers[name] = {
        "median_mm": float(np.median(shifts)), "p95_mm": float(np.percentile(shifts, 95)),
        "turn_median_degrees": float(np.median(turns)), "ms": float(np.median(times)),
    }
print(json.dumps(answers))
