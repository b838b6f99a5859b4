import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { afterEach, expect, test } from "vitest";
import { createFakeClocks } from "./fake-clocks.ts";
import { createRunFolder } from "./run-folder.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

function groundOfTest() {
  const ground = createRunFolder();
  ends.push(() => ground.clear());
  return ground;
}

test("a filled disk accepts no writes until it is freed, keeps its data, and is removed at the end", async () => {
  const { disk, place, folder, clear } = groundOfTest();
  // Where nobody may mount, a run says so.
  if (typeof disk === "string") return expect(disk).toMatch(/^a full disk,? and a power cut/);
  const megabyte = Buffer.alloc(1_000_000, 1);
  writeFileSync(path.join(place, "before"), megabyte);
  await disk.fill();
  expect(() => writeFileSync(path.join(place, "meanwhile"), megabyte)).toThrow(/ENOSPC/);
  disk.free();
  writeFileSync(path.join(place, "afterwards"), megabyte);
  expect(readFileSync(path.join(place, "before"))).toEqual(megabyte);
  clear();
  expect(existsSync(folder)).toBe(false);
});

test("after a power failure every request fails, and unsynced data is gone when the disk is back", async () => {
  const { disk, place } = groundOfTest();
  if (typeof disk === "string") return expect(disk).toMatch(/power cut/);
  const [kept, lost] = [path.join(place, "kept"), path.join(place, "lost")];
  writeFileSync(kept, "synced", { flush: true });
  appendFileSync(kept, ", and more");
  writeFileSync(lost, "never synced");
  disk.power.cut();
  expect(() => readFileSync(kept)).toThrow(/EIO/);
  expect(() => writeFileSync(path.join(place, "meanwhile"), "")).toThrow(/EIO/);
  await disk.power.back();
  expect(readFileSync(kept, "utf8")).toBe("synced");
  expect(existsSync(lost) && readFileSync(lost, "utf8")).not.toBe("never synced");
});

test("a clock jumps forward and back under a running process, and monotonic durations continue", async () => {
  const clocks = createFakeClocks(groundOfTest().folder, 2);
  if (typeof clocks === "string") return expect(clocks).toMatch(/^clock jumps, because libfaketime/);
  ends.push(() => clocks.clear());
  const program = "setInterval(() => console.log(Date.now(), performance.now()), 50)";
  const child = spawn(process.execPath, ["-e", program], { env: { ...process.env, ...clocks.environmentOf(1) } });
  ends.push(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  // How far the clock is from where it was at first; a jump of minutes is no delay of the machine.
  const seen: number[] = [];
  let first: number | null = null;
  for await (const line of lines) {
    const [wall = 0, passed = 0] = line.split(" ").map(Number);
    first ??= wall - passed;
    const minutes = Math.round((wall - passed - first) / 60_000);
    if (minutes === seen.at(-1)) continue;
    seen.push(minutes);
    const next = [10, -5][seen.length - 1];
    if (next === undefined) break;
    clocks.set(1, next * 60);
  }
  expect(seen).toEqual([0, 10, -5]);
});
