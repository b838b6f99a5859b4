import {
  type PeerMode,
  type PeerProcess,
  type PeerRequest,
  startPeerProcess,
} from "#lib/service/channels/testing/peer-process.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import type { PlatformItem } from "./verdict.ts";

const proxyModule = new URL("../../lib/service/channels/testing/fault-proxy.ts", import.meta.url);

/** What comes back from a platform's page, as the address that a browser is sent to has it. */
export type AuthorizationResponse = { state: string; code: string; iss?: string };

/** One account that is connected in a run. */
export type PeerAccount = {
  platform: string;
  /** As the table names it. */
  name: string;
  /** What its connecting is begun with. */
  begin: { values?: Record<string, string>; host?: string; account?: string };
  /** Where a form does not do: what its owner does on the platform's page. */
  sayYes: (page: URL) => AuthorizationResponse | Promise<AuthorizationResponse>;
  /** Its whole timeline, by the platform's own means. */
  items: () => Promise<PlatformItem[]>;
  /** How often access that was given on the platform's page was made fresh; there it is the point of this account. */
  refreshes?: () => Promise<number>;
};

/** One platform as it stands in this run: its own process, and the proxy that everything to it goes through. */
export type PlatformFixture = {
  slug: string;
  /** As OUTBOUND_ALLOW names what the service reaches of it. */
  hosts: readonly string[];
  /** What tells the service where it is; the same address over restarts. */
  settings: Readonly<Record<string, string>>;
  /** The paths that make a part public, or use something up, as the proxy knows them. */
  writes: readonly string[];
  /** The first of them as a fake knows it; null for a real server. */
  route: string | null;
  network: (mode: PeerMode) => Promise<void>;
  /** Modes of the platform's own; null for a real server. */
  fake: PeerProcess | null;
  /** Ways of its own to misbehave on the write route, which a fake has. */
  ownModes: readonly PeerMode[];
  /** What it answers when a limit is reached; null where that would hold it until midnight. */
  limit: ((seconds: number) => Promise<void>) | null;
  /** Nobody listens there for a while. */
  cutOff: () => Promise<void>;
  joinAgain: () => Promise<void>;
  /** To its own process, past the proxy. */
  signal: (signal: NodeJS.Signals) => void;
  /** Killed and started again on what it has stored; null for a fake, which stores nothing. */
  restart: (() => Promise<void>) | null;
  /** How often something was done to a request on the way. */
  met: () => Promise<number>;
  accounts: readonly PeerAccount[];
  stop: () => Promise<void>;
};

const metFault = ({ mode }: PeerRequest) => mode !== null;

/**
 * The proxy in front of one address, on a port of its own that it keeps.
 * @param isCounted requests that are counted besides those that met a fault.
 */
export async function startFaultProxy(target: string, isCounted: (request: PeerRequest) => boolean = () => false) {
  const port = await findFreePort();
  let proxy = await startPeerProcess(proxyModule, { target, port });
  const before = { met: 0, counted: 0 };
  const count = async () => {
    const log = await proxy.log();
    return { met: before.met + log.filter(metFault).length, counted: before.counted + log.filter(isCounted).length };
  };
  return {
    port,
    url: proxy.url,
    hostPort: proxy.hostPort,
    network: (mode: PeerMode) => proxy.control(mode),
    met: async () => (await count()).met,
    counted: async () => (await count()).counted,
    async cutOff() {
      Object.assign(before, await count());
      proxy.kill("SIGKILL");
    },
    async joinAgain() {
      proxy = await startPeerProcess(proxyModule, { target, port });
    },
    stop: () => proxy.stop(),
  };
}
