"""Scenes of reports (GLB, PLY) as trimesh and Debian's assimp read them, and as trimesh draws them by casting rays."""

import re, subprocess
import numpy as np
import trimesh

# Pixels of a picture's longer side; the least number of colours of markers in it.
SIDE = 200
LEAST_COLORS = 3


def assimp(path):
    """The counts of meshes, vertices and faces that assimp finds."""
    done = subprocess.run(["assimp", "info", str(path)], capture_output=True, text=True)
    if done.returncode:
        return None
    return {name: int(re.search(rf"^{name}:\s+(\d+)", done.stdout, re.MULTILINE)[1]) for name in ["Meshes", "Vertices", "Faces"]}


def foreign_faults(glb, ply, meshes):
    """What is wrong with the scenes of a report, whose USDZ has this number of meshes."""
    found = []
    scene, polygons = trimesh.load_scene(glb), trimesh.load_mesh(ply, process=False)
    # The node of all places before comes first and so keeps its name, whatever markers are called.
    markers = [node for node in scene.graph.nodes_geometry if node != "Before"]
    extras = {edge[1]: data.get("metadata") or {} for edge, data in scene.graph.transforms.edge_data.items()}
    nameless = [node for node in markers if "id" not in extras.get(node, {})]
    if nameless:
        found.append(f"{glb.name}: trimesh finds no ids of {len(nameless)} markers")
    quads = sum(len(mesh.faces) for mesh in scene.geometry.values()) / 2
    if quads != meshes:
        found.append(f"{glb.name}: trimesh finds {quads} quads, OpenUSD {meshes}")
    if len(polygons.faces) != 2 * len(markers) or len(polygons.vertices) != 4 * len(markers):
        found.append(f"{ply.name}: {len(polygons.faces)} triangles of {len(markers)} markers")
    numbers = polygons.metadata["_ply_raw"]["vertex"]["data"]
    for name in ["residual", "error95"]:
        if not np.isfinite(numbers[name]).all():
            found.append(f"{ply.name}: {name} is not a number")
    # The same places with the same colours in both, in whatever order trimesh has them.
    after = [scene.geometry[scene.graph[node][1]] for node in markers]
    linear = np.concatenate([mesh.visual.vertex_attributes["color"] for mesh in after])[:, :3]
    shown = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055) * 255
    rows = [np.hstack([np.round(np.asarray(places, "f8"), 9), np.round(colors)]) for places, colors in [
        (np.concatenate([mesh.vertices for mesh in after]).astype("f4"), shown),
        (polygons.vertices.astype("f4"), polygons.visual.vertex_colors[:, :3].astype("f8"))]]
    first, second = [one[np.lexsort(one.T[::-1])] for one in rows]
    if first.shape != second.shape or np.abs(first - second).max() > 1:
        found.append(f"{ply.name}: its places or colours are not those of {glb.name}")
    elif not np.array_equal(first[:, :3], second[:, :3]):
        found.append(f"{ply.name}: its places are not those of {glb.name} to the bit")
    for path, triangles in [(glb, 2 * meshes), (ply, 2 * len(markers))]:
        counts = assimp(path)
        if counts is None or counts["Faces"] != triangles:
            found.append(f"{path.name}: assimp finds {counts}, not {triangles} triangles")
    return found


def drawn_faults(glb):
    """The scene drawn from aside and above: a blank picture is a fault."""
    scene = trimesh.load_scene(glb)
    parts = [scene.geometry[scene.graph[node][1]] for node in scene.graph.nodes_geometry if node != "Before"]
    colors = np.concatenate([part.visual.vertex_attributes["color"][part.faces[:, 0], :3] for part in parts])
    mesh = trimesh.util.concatenate([trimesh.Trimesh(part.vertices, part.faces, process=False) for part in parts])
    center, size = mesh.bounds.mean(axis=0), max(np.ptp(mesh.bounds, axis=0).max(), 1e-3)
    ahead = np.array([-0.5, -0.5, -0.70710678])
    right = np.cross(ahead, [0, 1, 0])
    right /= np.linalg.norm(right)
    steps = (np.arange(SIDE) / SIDE - 0.5) * 1.5 * size
    across, down = np.meshgrid(steps, steps)
    origins = center - 3 * size * ahead + across.reshape(-1, 1) * right + down.reshape(-1, 1) * np.cross(right, ahead)
    hit = mesh.ray.intersects_first(origins, np.broadcast_to(ahead, origins.shape))
    seen, most = len(np.unique(colors[hit[hit >= 0]], axis=0)), len(np.unique(colors, axis=0))
    if seen < min(LEAST_COLORS, most):
        return [f"{glb.name}: a picture of it has {seen} colours of {most}"]
    return []
