import { closeSync, constants, openSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";

const answerMs = 500;
const name = "app.sock";

/** A socket in the database's folder on which the app listens for as long as it lives. */
export type LivenessSocket = { end: () => void };

/**
 * Whether an app lives on this folder. The kernel itself accepts on behalf of a listener, so a stopped or busy app
 * answers too, and it refuses the moment the app is gone, however it went; its database may notice only seconds later.
 */
export function isAppAlive(home: string): Promise<boolean> {
  return withShortPath(
    home,
    (path) =>
      new Promise((resolve) => {
        const socket = connect(path);
        const settle = (alive: boolean) => {
          clearTimeout(late);
          socket.destroy();
          resolve(alive);
        };
        // Accepted by nobody and refused by nobody: a full backlog, so there is a listener. An answer that came while
        // this process was busy is heard before the immediate.
        const late = setTimeout(() => setImmediate(settle, true), answerMs);
        socket.once("connect", () => settle(true));
        socket.once("error", () => settle(false));
      }),
  );
}

/** Begins to listen; a socket that a killed app left behind goes first. Ask `isAppAlive` before. */
export async function openLivenessSocket(home: string): Promise<LivenessSocket> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  await withShortPath(home, (path) => {
    rmSync(path, { force: true });
    return listen(server, path);
  });
  return { end: () => server.close() };
}

/** Where the folder can't hold a socket (a file system without them), the guard in the database must do alone. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve) => {
    server.once("error", () => resolve());
    server.listen(path, () => resolve());
  });
}

/** A Unix socket's path may have 107 bytes; Linux lets an open folder stand for a long one. */
async function withShortPath<T>(home: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(home, name);
  if (process.platform !== "linux" || Buffer.byteLength(path) <= 100) return work(path);
  const folder = openSync(home, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return await work(`/proc/self/fd/${folder}/${name}`);
  } finally {
    closeSync(folder);
  }
}
