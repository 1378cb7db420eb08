"""The cells of Examples/notebook.ipynb run one after the other, and come to a motion that may be used."""

import json
import os
import pathlib
import unittest

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "Examples"


class NotebookTests(unittest.TestCase):
    def test_cells_run(self):
        import matplotlib
        matplotlib.use("agg")
        notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text(encoding="utf-8"))
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        names, before = {}, os.getcwd()
        os.chdir(EXAMPLES)
        try:
            for place, cell in enumerate(cells):
                exec(compile(cell, f"cell {place}", "exec"), names)
        finally:
            os.chdir(before)
        self.assertGreaterEqual(len(cells), 5)
        self.assertNotEqual(names["found"].verdict.name, "FAIL")
        self.assertEqual(len(names["moved"]), len(names["old"]))
        self.assertLess(names["found"].errors.max(), 0.05)


if __name__ == "__main__":
    unittest.main()
