"""Detections of a phone made into quads and markers with msgspec, numpy and SciPy, by the same formulas.

The first argument is what to do: read (replies into typed records), quads (corners with their 12x12 covariance, a batch of boxes),
tracks (all replies read, tracked and fused), answers (prints what the last two give, once), or calls N URL (detections over httpx).
"""
import json
import sys
import time
import uuid

GATE, OVERLAP, SIGHTINGS, STANDS = 13.931, 0.7, 3, 2


def served(name, work, clock=time.process_time_ns):
    """Answers each line of the input with the nanoseconds of one item."""
    print(name, flush=True)
    for _ in sys.stdin:
        start = clock()
        items = work()
        print((clock() - start) / items, flush=True)


def calls(count, url):
    import httpx

    with httpx.Client() as client:
        def work():
            for _ in range(count):
                sent = str(uuid.uuid4())
                answer = client.post(url + "/detect", content=b'{"requestId":"%s"}' % sent.encode())
                assert answer.status_code == 200 and answer.json()["requestId"] == sent
            return count

        served(f"httpx {httpx.__version__}", work, time.perf_counter_ns)


if sys.argv[1] == "calls":
    calls(int(sys.argv[2]), sys.argv[3])
    sys.exit()

import msgspec
import numpy
import scipy
from scipy.optimize import linear_sum_assignment

kind, file = sys.argv[1:3]
with open(file, "rb") as stream:
    data = json.load(stream)
bodies = [body.encode() for body in data["replies"]]
fx, fy, cx, cy = data["camera"]
edge, depth_sigma, pose_shift, pose_turn = data["sigmas"]
poses = numpy.array([frame["pose"] for frame in data["frames"]]).reshape(-1, 4, 4).transpose(0, 2, 1)
stands = [frame["stand"] for frame in data["frames"]]


class Object(msgspec.Struct, rename="camel"):
    label: str = msgspec.field(name="class")
    confidence: float
    center_x: float
    center_y: float
    width: float
    height: float
    distance_meters: float | None = None
    real_width_meters: float | None = None
    real_height_meters: float | None = None


class Reply(msgspec.Struct, rename="camel"):
    request_id: str
    success: bool
    objects: list[Object]


decoder = msgspec.json.Decoder(Reply)


def boxes_of(replies):
    """The boxes of replies as rows of centre, size, distance and number of the frame."""
    return numpy.array([
        (seen.center_x, seen.center_y, seen.width, seen.height, seen.distance_meters, frame)
        for frame, reply in enumerate(replies) for seen in reply.objects])


def rays(u, v):
    return numpy.stack([(u - cx) / fx, -(v - cy) / fy, -numpy.ones_like(u)], -1)


def quads(boxes):
    """Corners and covariances of boxes whose distances are along the axis."""
    u, v, width, height, depth, frame = boxes.T
    pose = poses[frame.astype(int)]
    turn, shift = pose[:, :3, :3], pose[:, :3, 3]
    left, right, top, bottom = u - width / 2, u + width / 2, v - height / 2, v + height / 2
    seen = numpy.stack([rays(left, top), rays(right, top), rays(right, bottom), rays(left, bottom)], 1)
    turned = numpy.einsum("nij,nkj->nki", turn, seen)
    arms = turned * depth[:, None, None]
    corners = arms + shift[:, None]
    # Rows of twelve coordinates; columns left, right, top, bottom, distance, three turns, three shifts.
    jacobian = numpy.zeros((len(boxes), 4, 3, 11))
    across = turn[:, :, 0] * (depth / fx)[:, None]
    down = -turn[:, :, 1] * (depth / fy)[:, None]
    for corner, (one, other) in enumerate([(0, 2), (1, 2), (1, 3), (0, 3)]):
        jacobian[:, corner, :, one] = across * edge
        jacobian[:, corner, :, other] = down * edge
    jacobian[:, :, :, 4] = turned * depth_sigma
    x, y, z = arms[..., 0], arms[..., 1], arms[..., 2]
    jacobian[:, :, 1, 5], jacobian[:, :, 2, 5] = -z * pose_turn, y * pose_turn
    jacobian[:, :, 0, 6], jacobian[:, :, 2, 6] = z * pose_turn, -x * pose_turn
    jacobian[:, :, 0, 7], jacobian[:, :, 1, 7] = -y * pose_turn, x * pose_turn
    for axis in range(3):
        jacobian[:, :, axis, 8 + axis] = pose_shift
    jacobian = jacobian.reshape(len(boxes), 12, 11)
    return corners.reshape(len(boxes), 12), jacobian @ jacobian.transpose(0, 2, 1)


def sightings(objects, frame):
    """Centres in the world, with the covariances of the measurement and of the pose."""
    values = numpy.array([(seen.center_x, seen.center_y, seen.distance_meters) for seen in objects])
    turn, shift = poses[frame, :3, :3], poses[frame, :3, 3]
    depth = values[:, 2]
    turned = rays(values[:, 0], values[:, 1]) @ turn.T
    arms = turned * depth[:, None]
    pixel = edge / numpy.sqrt(2)
    columns = numpy.stack([
        (depth * pixel / fx)[:, None] * turn[:, 0], (depth * -pixel / fy)[:, None] * turn[:, 1],
        turned * depth_sigma], -1)
    measured = columns @ columns.transpose(0, 2, 1)
    squares = numpy.einsum("ni,ni->n", arms, arms)
    pose = (squares[:, None, None] * numpy.eye(3) - arms[:, :, None] * arms[:, None]) * pose_turn**2
    return arms + shift, measured, pose + numpy.eye(3) * pose_shift**2


def overlap(one, other):
    across = min(one.center_x + one.width / 2, other.center_x + other.width / 2) - max(
        one.center_x - one.width / 2, other.center_x - other.width / 2)
    down = min(one.center_y + one.height / 2, other.center_y + other.height / 2) - max(
        one.center_y - one.height / 2, other.center_y - other.height / 2)
    if across <= 0 or down <= 0:
        return 0.0
    return across * down / (one.width * one.height + other.width * other.height - across * down)


def without_repeats(objects, points, measured):
    kept = []
    for place in sorted(range(len(objects)), key=lambda place: -objects[place].confidence):
        def repeats(other):
            if objects[other].label != objects[place].label:
                return False
            if overlap(objects[other], objects[place]) > OVERLAP:
                return True
            off = points[other] - points[place]
            return off @ numpy.linalg.solve(measured[other] + measured[place], off) <= GATE
        if not any(repeats(other) for other in kept):
            kept.append(place)
    return sorted(kept)


class Track:
    def __init__(self, label):
        self.label, self.replies, self.stands = label, [], []

    def add(self, point, measured, pose, stand, reply):
        inverse = numpy.linalg.inv(measured)
        if not self.stands or self.stands[-1][0] != stand:
            self.stands.append([stand, numpy.zeros((3, 3)), numpy.zeros(3), numpy.zeros((3, 3)), 0])
        last = self.stands[-1]
        last[1] = last[1] + inverse
        last[2] = last[2] + inverse @ point
        last[3] = last[3] + pose
        last[4] += 1
        self.replies.append(reply)
        self.average()

    def average(self):
        information = numpy.stack([stand[1] for stand in self.stands])
        side = numpy.stack([stand[2] for stand in self.stands])
        pose = numpy.stack([stand[3] / stand[4] for stand in self.stands])
        spread = numpy.linalg.inv(information)
        whole = numpy.linalg.inv(spread + pose)
        self.covariance = numpy.linalg.inv(whole.sum(0))
        self.center = self.covariance @ numpy.einsum("nij,njk,nk->i", whole, spread, side)
        self.pose_covariance = pose.mean(0)

    def is_near(self, other):
        spread = self.covariance + other.covariance + self.pose_covariance + other.pose_covariance
        off = other.center - self.center
        return self.label == other.label and off @ numpy.linalg.solve(spread, off) <= GATE

    def join(self, other):
        self.replies += other.replies
        for stand in other.stands:
            same = next((mine for mine in self.stands if mine[0] == stand[0]), None)
            if same is None:
                self.stands.append(stand)
            else:
                for place in range(1, 5):
                    same[place] = same[place] + stand[place]
        self.average()


def tracked():
    tracks, stand, last = [], -1, None
    for frame, body in enumerate(bodies):
        objects = decoder.decode(body).objects
        if stands[frame] != last:
            stand, last = stand + 1, stands[frame]
        points, measured, pose = sightings(objects, frame)
        kept = without_repeats(objects, points, measured)
        partners = {}
        if tracks:
            centers = numpy.stack([track.center for track in tracks])
            covariances = numpy.stack([track.covariance for track in tracks])
            off = points[kept][:, None] - centers
            spread = (measured + pose)[kept][:, None] + covariances
            costs = numpy.einsum("ijk,ijk->ij", off, numpy.linalg.solve(spread, off[..., None])[..., 0])
            fits = (costs <= GATE) & numpy.array(
                [[objects[place].label == track.label for track in tracks] for place in kept])
            rows, columns = linear_sum_assignment(numpy.where(fits, costs, 1e6))
            partners = {row: column for row, column in zip(rows, columns) if fits[row, column]}
        for row, place in enumerate(kept):
            if row in partners:
                track = tracks[partners[row]]
            else:
                track = Track(objects[place].label)
                tracks.append(track)
            track.add(points[place], measured[place], pose[place], stand, frame)
    joined = []
    for track in tracks:
        for other in joined:
            if set(other.replies).isdisjoint(track.replies) and other.is_near(track):
                other.join(track)
                break
        else:
            joined.append(track)
    return [track for track in joined if len(track.replies) >= SIGHTINGS and len(track.stands) >= STANDS]


def read():
    for body in bodies:
        decoder.decode(body)
    return len(bodies)


batch = boxes_of([decoder.decode(body) for body in bodies])[:data["boxes"]]


def quads_of_batch():
    quads(batch)
    return len(batch)


def tracks_of_all():
    assert len(tracked()) == 12
    return 1


versions = f"numpy {numpy.__version__}, SciPy {scipy.__version__}"
if kind == "read":
    served(f"msgspec {msgspec.__version__}", read)
elif kind == "quads":
    served(versions, quads_of_batch)
elif kind == "tracks":
    served(f"msgspec {msgspec.__version__}, {versions}", tracks_of_all)
else:
    corners, covariances = quads(batch)
    json.dump({"quads": corners.tolist(), "covariances": covariances.reshape(len(batch), 144).tolist(),
               "centers": [track.center.tolist() for track in tracked()]}, sys.stdout)
