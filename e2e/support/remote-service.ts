import { spawn } from "node:child_process";
import path from "node:path";
import type { DocumentedServiceBehaviour } from "../peers/documented-service.ts";

export type RemoteServiceVariant = "own" | "as-practice" | "two-accounts";

/** A third-party service in its own process that implements only the document. */
export type RemoteService = {
  /** Ends in /v1. */
  url: string;
  /** Returns the received requests, one line each: method, path and query, the names in a JSON body. */
  asked: () => string[];
  /** Makes the next requests fail. Resolves once that takes effect. */
  behave: (behavior: DocumentedServiceBehaviour) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts the service; `port` 0 takes a free one. Its former data, posts included, ended with its process.
 * @param variant `as-practice`: channels as in a new installation, and list parameters with our own names;
 * `two-accounts`: two channels of one platform
 */
export async function startRemoteService(
  port: number,
  key: string,
  variant: RemoteServiceVariant = "own",
): Promise<RemoteService> {
  const file = path.join(import.meta.dirname, "..", "peers", "documented-service.ts");
  const child = spawn(process.execPath, [file, String(port), key, variant], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.once("close", () => reject(new Error(`The outside service ended: ${output}`)));
    child.stdout?.on("data", (bytes: Buffer) => {
      output += bytes;
      const end = output.indexOf("\n");
      if (end !== -1) resolve(output.slice(0, end));
    });
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const behave = (behavior: DocumentedServiceBehaviour) =>
    new Promise<void>((resolve) => {
      child.once("message", () => resolve());
      child.send(behavior);
    });
  return { url, behave, asked: () => output.split("\n").slice(1, -1), stop };
}
