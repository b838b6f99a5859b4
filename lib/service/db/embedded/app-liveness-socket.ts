import { closeSync, constants, openSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";

const answerMs = 500;
const name = "app.sock";

/** A socket in the database's folder on which the app listens while it runs. */
export type AppLivenessSocket = { end: () => void };

/**
 * Returns whether an app uses this folder. The kernel accepts connections on behalf of a listener, so a stopped or busy
 * app answers too, and refuses them as soon as the app ends for any reason; the app's database may notice seconds
 * later.
 */
export function isAppAlive(home: string): Promise<boolean> {
  return withShortPath(
    home,
    (path) =>
      new Promise((resolve) => {
        const socket = connect(path);
        const end = (alive: boolean) => {
          clearTimeout(late);
          socket.destroy();
          resolve(alive);
        };
        // Neither accepted nor refused: the backlog is full, so there is a listener. An answer that came while this
        // process was busy is handled before the immediate.
        const late = setTimeout(() => setImmediate(end, true), answerMs);
        socket.once("connect", () => end(true));
        socket.once("error", () => end(false));
      }),
  );
}

/** Starts to listen and removes the socket of a killed app. Call `isAppAlive` before. */
export async function openAppLivenessSocket(home: string): Promise<AppLivenessSocket> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  await withShortPath(home, (path) => {
    rmSync(path, { force: true });
    return listen(server, path);
  });
  return { end: () => server.close() };
}

/** Listens on the path. On a file system without sockets, the lock in the database alone must do. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve) => {
    server.once("error", () => resolve());
    server.listen(path, () => resolve());
  });
}

/**
 * Runs `work` with a short path to the socket: a Unix socket's path may have 107 bytes, and Linux accepts an open
 * folder in place of a long path.
 */
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
