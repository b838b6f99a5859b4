import { spawn } from "node:child_process";
import path from "node:path";

const program = path.resolve(import.meta.dirname, "../../../e2e/peers/documented-service.ts");

/** A service of other people in its own process: the eight documented endpoints, and its own names for the list. */
export type DocumentedService = Awaited<ReturnType<typeof startDocumentedService>>;

export async function startDocumentedService() {
  const key = "k_documented";
  const child = spawn(process.execPath, [program, "0", key], { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const lines: string[] = [];
  const url = await new Promise<string>((resolve) => {
    child.stdout?.on("data", (chunk) => {
      lines.push(...String(chunk).trim().split("\n"));
      resolve(lines[0] ?? "");
    });
  });
  return {
    url,
    key,
    listParams: { status: "state", limit: "page_size", offset: "skip" },
    /** The requests so far, one line each. */
    lines,
    /** Sets the answer to the next create, after its posts are stored, or without storing them. */
    async failCreate(create: string, stores = true): Promise<void> {
      const isSet = new Promise((resolve) => child.once("message", resolve));
      child.send({ create, stores });
      await isSet;
    },
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
    },
  };
}
