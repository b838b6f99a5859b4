import type { ConformancePeer } from "#lib/service/channels/conformance/conformance-peer.ts";
import type { ConnectorIo } from "#lib/service/channels/core/connector.ts";

/** The peer with pages: `read` answers for each link, and counts as read. */
export function withLinkPages<P extends ConformancePeer>(
  peer: P,
  read: (url: string) => Awaited<ReturnType<ConnectorIo["readLinkPage"]>>,
): P & { reads: string[] } {
  const reads: string[] = [];
  const readLinkPage: ConnectorIo["readLinkPage"] = async (url) => {
    reads.push(url);
    return read(url);
  };
  return { ...peer, reads, io: (signal: AbortSignal) => ({ ...peer.io(signal), readLinkPage }) };
}
