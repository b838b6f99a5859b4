import { createRequire } from "node:module";
import path from "node:path";

/**
 * A real S3 server on loopback, with one bucket in a folder: the same folder and port give the same server again. Key
 * and secret are both `S3RVER`, which the package hard-codes.
 */
const { folder, port }: { folder: string; port: number } = JSON.parse(process.argv[2] ?? "{}");
const installed = createRequire(path.resolve(import.meta.dirname, "../../../../.ci/s3/package.json"));
const S3Server = installed("@20minutes/s3rver");
const server = new S3Server({
  address: "127.0.0.1",
  port,
  directory: folder,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: "pictures", configs: [] }],
});
const address: { port: number } = await server.run();
process.stdout.write(`${JSON.stringify({ port: address.port })}\n`);
process.stdin.resume().once("end", () => process.exit(0));
