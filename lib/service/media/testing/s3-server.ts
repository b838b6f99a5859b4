import path from "node:path";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { installPackagesOnce } from "#lib/service/core/testing/install-packages.ts";

/** The packages of a real S3 server; see the README there. */
export const installS3Server = () => installPackagesOnce(path.resolve(import.meta.dirname, "../../../../.ci/s3"));

/**
 * Starts a real S3 server in a process of its own, with its bucket `pictures` in `folder`; installs the server first if
 * needed.
 */
export async function startS3Server(folder: string, port = 0): Promise<PeerProcess> {
  await installS3Server();
  // The server encrypts the continuation token of lists over 1,000 by DES, which OpenSSL 3 has in its legacy provider.
  const flags = ["--openssl-legacy-provider"];
  return await startPeerProcess(new URL("./s3-server-process.ts", import.meta.url), { folder, port }, flags);
}
