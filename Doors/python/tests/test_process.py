"""Threads, forks, other interpreters, and versions that do not fit."""

import concurrent.futures
import hashlib
import multiprocessing
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest

import numpy
import quadcal
from quadcal import _library

from made import crossed, pairs, rectangles


def codes_of(seed):
    quads, _ = crossed(rectangles(2_000, seed), 0.1)
    return quadcal.check(quads).codes.tobytes()


class ProcessTests(unittest.TestCase):
    def test_threads_have_the_bits_of_one(self):
        alone = [codes_of(seed) for seed in range(8)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(list(pool.map(codes_of, range(8))), alone)
        scene, (o, d) = quadcal.Scene(rectangles(500)), numpy.random.default_rng(1).normal(size=(2, 300, 3))
        first = scene.nearest(o, d).index.tobytes()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(set(pool.map(lambda _: scene.nearest(o, d).index.tobytes(), range(8))), {first})

    def test_the_global_lock_is_let_go_of(self):
        quads, ticks, done = crossed(rectangles(400_000), 1)[0], [], threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(time.perf_counter())
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        thread.start()
        start = time.perf_counter()
        for _ in range(5):
            # ctypes calls of whole arrays: with the lock held, nothing else would run until each returns.
            codes = numpy.empty(len(quads), numpy.uint32)
            _library.require("check", quads.ctypes.data, len(quads), None, None, 0, codes.ctypes.data, None, None)
        end = time.perf_counter()
        done.set()
        thread.join()
        inside = sum(start < tick < end for tick in ticks)
        # One tick after each call could be had with the lock held.
        self.assertGreater(inside, 12, f"in {end - start:.3f} s")

    def test_forks_have_the_same_bits(self):
        alone = [codes_of(seed) for seed in range(4)]
        for way in ["fork", "spawn"]:
            with multiprocessing.get_context(way).Pool(2) as pool:
                self.assertEqual(pool.map(codes_of, range(4)), alone)

    def test_motions_and_moments_cross_processes(self):
        sources, targets, _, _ = pairs(1_000)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            parts = pool.starmap(quadcal.Moments.of, [(sources[:500], targets[:500]), (sources[500:], targets[500:])])
            motion = pool.apply(quadcal.Moments.fit, [quadcal.Moments.joined(parts)]).motion
            self.assertIsInstance(pool.apply(quadcal.Scene, [rectangles(3)]), quadcal.Scene)
        self.assertLess(numpy.abs(motion.rotation - quadcal.fit(sources, targets).motion.rotation).max(), 4e-15)

    def test_a_scene_that_many_make_and_drop_leaks_nothing(self):
        quads = rectangles(20_000)

        def resident():
            pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE")

        for _ in range(5):
            quadcal.Scene(quads)
        before = resident()
        for _ in range(60):
            quadcal.Scene(quads)
        # Sixty leaked copies would be 115 MB.
        self.assertLess(resident() - before, 30e6)

    def test_ten_million_rows(self):
        some = crossed(rectangles(10_000), 0.01)[0]
        quads = numpy.broadcast_to(some, (100, 10_000, 4, 3)).reshape(-1, 4, 3)
        codes = quadcal.check(numpy.concatenate([quads] * 10)).codes
        self.assertEqual(len(codes), 10_000_000)
        self.assertTrue((codes.reshape(1_000, 10_000) == quadcal.check(some).codes).all())

    def test_two_interpreters_of_a_process_share_the_library(self):
        try:
            import _xxsubinterpreters as interpreters
        except ImportError:
            self.skipTest("this Python has no interpreters below its own")
        # numpy refuses to be loaded a second time in a process, so the other interpreter calls the library as it is.
        quads, _ = crossed(rectangles(20_000), 0.1)
        with tempfile.NamedTemporaryFile() as file:
            file.write(quads.tobytes())
            file.flush()
            code = f"""
                import ctypes, hashlib, pathlib
                library = ctypes.CDLL({_library.library._name!r})
                place = ctypes.c_void_p
                library.quadcal_check.argtypes = [place, ctypes.c_int64, place, place, ctypes.c_int32, place, place, place]
                quads = pathlib.Path({file.name!r}).read_bytes()
                for _ in range(20):
                    codes = ctypes.create_string_buffer({4 * len(quads)})
                    assert library.quadcal_check(quads, {len(quads)}, None, None, 0, codes, None, None) == 0
                    found = hashlib.sha256(codes.raw[:{4 * len(quads)}]).hexdigest()
                    assert found == {hashlib.sha256(quadcal.check(quads).codes.tobytes()).hexdigest()!r}, found
            """
            other = interpreters.create()
            try:
                with concurrent.futures.ThreadPoolExecutor(1) as pool:
                    running = pool.submit(interpreters.run_string, other, textwrap.dedent(code))
                    here = {quadcal.check(quads).codes.tobytes() for _ in range(20)}
                    running.result()
            finally:
                interpreters.destroy(other)
        self.assertEqual(len(here), 1)

    def test_a_library_of_another_version_is_refused(self):
        source = """
            int quadcal_abi(void) { return ABI; }
            const char *quadcal_version(void) { return VERSION; }
        """
        if not shutil.which("cc"):
            self.skipTest("there is no C compiler to make such a library with")
        with tempfile.TemporaryDirectory() as folder:
            for abi, version, wrong in [(99, _library.VERSION, "99"), (_library.ABI, "9.9.9", "9.9.9")]:
                place = pathlib.Path(folder, f"lib{abi}-{version}.so")
                subprocess.run(["cc", "-shared", "-fPIC", f"-DABI={abi}", f'-DVERSION="{version}"', "-xc", "-", "-o", place],
                               input=source, text=True, check=True)
                with self.assertRaisesRegex(quadcal.LibraryMismatch, wrong):
                    _library.load(place)

    def test_the_wheel_says_the_version_of_the_library(self):
        from importlib import metadata

        # Wheels write the same version in another way: 0.2.0-dev is 0.2.0.dev0.
        self.assertEqual(metadata.version("quadcal"), quadcal.__version__.replace("-dev", ".dev0"))
        self.assertEqual(_library.library.quadcal_version().decode(), quadcal.__version__)
        self.assertIn(quadcal.kernels(), ["baseline", "v3", "v4"])

    def test_it_runs_without_an_environment(self):
        code = "import quadcal; print(quadcal.check([[[0,0,0],[1,0,0],[1,1,0],[0,1,0]]]))"
        done = subprocess.run([sys.executable, "-c", code], env={}, capture_output=True, text=True)
        self.assertEqual((done.stderr, done.stdout), ("", "Verdicts(1 quads, 0 faulty: {})\n"))


if __name__ == "__main__":
    unittest.main()
