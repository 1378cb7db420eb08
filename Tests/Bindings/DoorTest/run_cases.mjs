// Runs the cases of DoorCases in a WebAssembly module that holds run_cases: run_cases.mjs MODULE CASES LEVEL RESULTS.
import { readFileSync, writeFileSync } from "node:fs";

const [module, cases, level, results] = process.argv.slice(2);
// What the C library asks of a system, all of which fails: the door asks for none of it.
const { instance } = await WebAssembly.instantiate(readFileSync(module), {
  wasi_snapshot_preview1: new Proxy({}, { get: () => () => 52 }),
});
const door = instance.exports;
const input = readFileSync(cases);
const at = door.malloc(input.length), count = door.malloc(8);
new Uint8Array(door.memory.buffer, at, input.length).set(input);
const made = door.run_cases(at, Number(level), 0, count);
const length = new DataView(door.memory.buffer).getUint32(count, true);
writeFileSync(results, new Uint8Array(door.memory.buffer, made, length));
const name = door.quadcal_kernels();
const text = new Uint8Array(door.memory.buffer, name, 16);
console.log(`abi ${door.quadcal_abi()}, kernels ${String.fromCharCode(...text.slice(0, text.indexOf(0)))}`);
