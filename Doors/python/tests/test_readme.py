"""The blocks of the README run one after the other and print what is shown."""

import contextlib
import io
import os
import pathlib
import re
import tempfile
import unittest

README = pathlib.Path(__file__).parent.parent / "README.md"


class ReadmeTests(unittest.TestCase):
    def test_blocks_print_what_is_shown(self):
        blocks = re.findall(r"```(\w+)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
        names, ran = {}, 0
        # Blocks write files where they run.
        folder, before = tempfile.TemporaryDirectory(), os.getcwd()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, before)
        os.chdir(folder.name)
        for place, (language, code) in enumerate(blocks):
            if language != "python":
                continue
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(code, f"README block {place}", "exec"), names)
            follower = blocks[place + 1] if place + 1 < len(blocks) else ("", "")
            self.assertEqual(follower[0], "text", f"block {place} shows no output")
            self.assertEqual(printed.getvalue(), follower[1])
            ran += 1
        self.assertGreaterEqual(ran, 7)


if __name__ == "__main__":
    unittest.main()
