import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { settingNames } from "#lib/env.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
const container = read("Dockerfile");

/** Names of the environment that are none of ours. */
const unknown = (names: readonly string[]) => names.filter((name) => !settingNames.includes(name));

test("the Dockerfile passes the validator, and a broken one fails", () => {
  expect(validate(container)).toEqual([]);
  expect(validate("FRM node\n")).not.toEqual([]);
});

test("the container runs the packages' Node version, not as root, and sets only known settings", () => {
  const { dependencies } = JSON.parse(read("package.json"));
  const [, major] = /^FROM node:(\d+)-/m.exec(container) ?? [];
  expect(dependencies.node.split(".")[0]).toBe(major);
  expect(container).toMatch(/^USER node$/m);
  const [, env = ""] = /^ENV (.+)$/m.exec(container) ?? [];
  expect(unknown(env.split(" ").map((pair) => pair.split("=")[0] ?? ""))).toEqual([]);
});

test("the image is prepared before its files become read-only, and keeps only what the server loads", () => {
  const [before = "", after = ""] = container.split("USER node");
  const [step = ""] = before.match(/node \.ci\/image\/prepare-image\.ts \./) ?? [];
  expect(existsSync(path.join(root, step.split(" ")[1] ?? "missing"))).toBe(true);
  expect(after).not.toContain("RUN");
  const [, last = ""] = container.split(/^FROM .+(?<! AS build)$/m);
  expect(last).toContain("COPY --from=build /packages ./node_modules");
  expect(last).not.toContain("npm");
});

test("no folder of the image's build or bundle is hidden by a container's empty one", () => {
  const { services } = parse(read("compose.yaml"), { merge: true });
  for (const { tmpfs } of Object.values<{ tmpfs: string[] }>(services)) {
    for (const built of ["/app/.next/server", "/app/dist/server.mjs", "/app/node_modules/next"]) {
      expect(tmpfs.filter((folder) => built.startsWith(folder))).toEqual([]);
    }
  }
});

test("the container starts the server as npm start does", () => {
  const [, command = "[]"] = /^CMD (\[.+\])$/m.exec(container) ?? [];
  expect(JSON.parse(command).join(" ")).toBe(JSON.parse(read("package.json")).scripts.start);
});

test("no compose container can write outside its volumes, gain privileges or keep unneeded capabilities", () => {
  const { services } = parse(read("compose.yaml"), { merge: true });
  for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      tmpfs: expect.arrayContaining(["/tmp"]),
    });
    expect(service["privileged"], name).toBeUndefined();
    // PostgreSQL's entrypoint becomes another user; ours is one from the beginning.
    const added = name === "database" ? ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"] : undefined;
    expect(service["cap_add"], name).toEqual(added);
  }
});

test("compose opens its port only to this machine", () => {
  const { services } = parse(read("compose.yaml"), { merge: true });
  for (const service of Object.values<{ ports?: string[] }>(services)) {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
});

test("compose names known settings, a role for each process, and no secret", () => {
  const { services } = parse(read("compose.yaml"), { merge: true });
  expect(Object.keys(services)).toEqual(["web", "worker", "database"]);
  for (const name of ["web", "worker"]) {
    const { environment } = services[name];
    expect(environment.ROLE).toBe(name);
    // The driver of PostgreSQL reads the password itself: within an address, most generated passwords would need encoding.
    expect(unknown(Object.keys(environment))).toEqual(["PGPASSWORD"]);
    expect(environment.DATABASE_URL).not.toContain("$");
    expect(environment.SECRET).toMatch(/^\$\{SECRET:\?/);
  }
});
