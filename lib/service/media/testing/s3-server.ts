import path from "node:path";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { installPackagesOnce } from "#lib/service/core/testing/install-packages.ts";

/** The packages of a real S3 server; see the README there. */
export const installS3Server = () => installPackagesOnce(path.resolve(import.meta.dirname, "../../../../.ci/s3"));

/** A real S3 server in a process of its own, that keeps its bucket `pictures` in `folder`; installed first where it is not yet. */
export async function startS3Server(folder: string, port = 0): Promise<PeerProcess> {
  await installS3Server();
  // The place where a list of more than 1,000 goes on is enciphered there by DES, which OpenSSL 3 keeps with what is old.
  const flags = ["--openssl-legacy-provider"];
  return await startPeerProcess(new URL("./s3-server-process.ts", import.meta.url), { folder, port }, flags);
}
