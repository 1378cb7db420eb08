#!/usr/bin/env python3
"""Runs the console blocks of a README in the folder where it is started, one after the other in one bash, and compares what they print:
run_blocks.py README [SHELL...], where SHELL is another bash that reads commands. A line of "$ " is a command, those of "> " continue it, and the others are what it prints on both streams; a
command whose block shows nothing may print nothing. Any exit code is right, since some blocks show refusals, but not that there is
no such command."""
import pathlib
import re
import subprocess
import sys

readme = pathlib.Path(sys.argv[1])
commands = []
for block in re.findall(r"^```console\n(.*?)^```$", readme.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
    for line in block.splitlines():
        if line.startswith("$ "):
            commands.append([line[2:], []])
        elif line.startswith("> ") and not commands[-1][1]:
            commands[-1][0] += "\n" + line[2:]
        else:
            commands[-1][1].append(line)
if not commands:
    sys.exit(f"run_blocks: {readme} shows no commands")
mark = "end of command"
script = "".join(f"{command}\nprintf '\\n%s %d\\n' '{mark}' $?\n" for command, _ in commands)
run = subprocess.run(sys.argv[2:] or ["bash", "-s"], input=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
found = re.findall(rf"(.*?)\n{mark} (\d+)\n", run.stdout, re.DOTALL)
failed = len(found) != len(commands)
for (command, expected), (printed, code) in zip(commands, found):
    # bash -s reads the commands from where programs would read theirs, which none of these does.
    if printed.strip("\n").splitlines() != expected or code == "127":
        failed = True
        print(f"run_blocks: {readme}: $ {command}\nprinted (exit {code}):\n{printed.strip()}\ninstead of:\n" + "\n".join(expected))
if len(found) != len(commands):
    print(f"run_blocks: {readme}: {len(found)} of {len(commands)} commands ended:\n{run.stdout}")
print(f"run_blocks: {readme.name}: {len(commands)} commands print what is shown" if not failed else "run_blocks: failed")
sys.exit(failed)
