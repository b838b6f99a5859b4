import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findFreePort } from "./free-port.ts";

const many = 200;
const draw = `
  import { findFreePort } from ${JSON.stringify(new URL("./free-port.ts", import.meta.url).href)};
  const ports = [];
  for (let at = 0; at < ${many}; at += 1) ports.push(await findFreePort());
  console.log(JSON.stringify(ports));
`;

test("no port is given twice while the process that has it lives, though nobody listens on it", async () => {
  const here: number[] = [];
  for (let at = 0; at < many; at += 1) here.push(await findFreePort());
  const others = await Promise.all(
    [1, 2, 3].map(() => promisify(execFile)(process.execPath, ["--input-type=module", "--eval", draw])),
  );
  const all = [here, ...others.map(({ stdout }) => JSON.parse(stdout) as number[])].map((ports) => new Set(ports));
  for (const ports of all) expect(ports.size).toBe(many);
  for (const ports of all.slice(1)) expect([...ports].filter((port) => all[0]?.has(port))).toEqual([]);
});
