import path from "node:path";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { installPackagesOnce } from "#lib/service/core/testing/install-packages.ts";

/** Installs the packages of the real server; see the README there. */
export const installPds = () => installPackagesOnce(path.resolve(import.meta.dirname, "../../../../../../.ci/bluesky"));

/**
 * Starts a real PDS with a PLC directory in a process of its own, and installs it first if needed.
 * @param input see `peer.ts`.
 */
export async function startPds(input: object = {}): Promise<PeerProcess> {
  await installPds();
  return await startPeerProcess(new URL("./peer.ts", import.meta.url), input);
}

/**
 * Starts the PDS behind a proxy that makes it fail. The proxy's address is the PDS's public one, which it signs and
 * verifies for.
 */
export async function startPdsBehindProxy(): Promise<{ pds: PeerProcess; proxy: PeerProcess; home: string }> {
  const proxy = await startPeerProcess(new URL("../../../testing/fault-proxy.ts", import.meta.url));
  const behind = Number(proxy.said["port"]);
  const pds = await startPds({ behind });
  await proxy.command("target", { url: pds.said["pds"] });
  return { pds, proxy, home: `http://localhost:${behind}` };
}
