import path from "node:path";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { installPackagesOnce } from "#lib/service/core/testing/install-packages.ts";

/** The packages of the real server; see the README there. */
export const installPds = () => installPackagesOnce(path.resolve(import.meta.dirname, "../../../../../../.ci/bluesky"));

/**
 * A real PDS with a PLC directory, in a process of its own; installed first where it is not yet.
 * @param input what `peer.ts` says of it.
 */
export async function startPds(input: object = {}): Promise<PeerProcess> {
  await installPds();
  return await startPeerProcess(new URL("./peer.ts", import.meta.url), input);
}

/** The same behind a proxy that makes it fail, and known to the world by the proxy's address: it signs and checks for that one. */
export async function startPdsBehindProxy(): Promise<{ pds: PeerProcess; proxy: PeerProcess; home: string }> {
  const proxy = await startPeerProcess(new URL("../../../testing/fault-proxy.ts", import.meta.url));
  const behind = Number(proxy.said["port"]);
  const pds = await startPds({ behind });
  await proxy.command("target", { url: pds.said["pds"] });
  return { pds, proxy, home: `http://localhost:${behind}` };
}
