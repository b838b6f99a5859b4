import type { ConnectorIo, ConnectorIoFactory } from "./connector.ts";

/** Creates the I/O of a platform inside the product, which sends no request outside. */
export function createNoNetworkIo(signal: AbortSignal): ConnectorIo {
  return {
    signal,
    now: () => new Date(),
    delay: async () => {},
    call: async () => ({ type: "refused", why: "This is a practice channel. It connects to no platform." }),
    readImage: () => Promise.reject(new Error("practice channels reference images by file name")),
    imageUrl: () => null,
    readLinkPage: async () => ({ why: "A practice channel reads no pages." }),
    savePrepared: async () => {},
  };
}

/** The I/O factory of a service with practice channels only. */
export const noNetworkIoFactory: ConnectorIoFactory = ({ signal }) => createNoNetworkIo(signal);
