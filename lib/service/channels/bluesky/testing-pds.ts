import path from "node:path";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing-peer-process";
import { installOnce } from "#lib/service/testing-install";

/** The packages of the real server; see the README there. */
export const installPds = () => installOnce(path.resolve(import.meta.dirname, "../../../../.ci/bluesky"));

/**
 * A real PDS with a PLC directory, in a process of its own; installed first where it is not yet.
 * @param input what `testing-peer.ts` says of it.
 */
export async function startPds(input: object = {}): Promise<PeerProcess> {
  await installPds();
  return await startPeerProcess(new URL("./testing-peer.ts", import.meta.url), input);
}
