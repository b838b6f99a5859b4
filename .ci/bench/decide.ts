import { performance } from "node:perf_hooks";
import { limits } from "#lib/contract/limits.ts";
import { addPendingClaims } from "#lib/service/claims/testing/pending-claims.ts";
import { openTestService } from "#lib/service/http/testing/test-service.ts";
import { type BenchLine, createNote } from "./measurement.ts";

export const about = "approving 1,000 claims: 2 calls of 500 against 1,000 calls of one, over the HTTP handler";

/** Fewer for a quick look: `DECIDE_CLAIMS=100 npm run bench decide`. */
const wanted = Number(process.env["DECIDE_CLAIMS"] ?? "1000");
const authors = 50;

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  const service = await openTestService();
  try {
    const { pool } = service.database;
    const members = await Promise.all(Array.from({ length: authors }, () => service.addMember("member")));
    const seed = () =>
      addPendingClaims(pool, {
        orgId: service.org.orgId,
        memberIds: members.map(({ memberId }) => memberId),
        count: wanted,
        channelId: service.org.channelIds[0] ?? "",
      });
    const ask = async (path: string, json: unknown) => {
      const { status, text } = await service.call("POST", `/v1${path}`, { key: service.org.key, json });
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    };
    const measure = async (work: (ids: string[]) => Promise<void>) => {
      const ids = await seed();
      const startedAt = performance.now();
      await work(ids);
      return performance.now() - startedAt;
    };
    const bulk = async (ids: string[]) => {
      for (let at = 0; at < ids.length; at += limits.claimsPerDecision) {
        const some = ids.slice(at, at + limits.claimsPerDecision);
        await ask("/claims/decisions", { decisions: some.map((id) => ({ id, version: 1, action: "approve" })) });
      }
    };
    const single = async (ids: string[]) => {
      for (const id of ids) await ask(`/claims/${id}/decision`, { version: 1, action: "approve" });
    };
    // The first calls go to compiling and planning; they count for neither.
    await measure((ids) => bulk(ids.slice(0, 20)));
    await measure((ids) => single(ids.slice(0, 20)));
    const found = { bulk: [] as number[], single: [] as number[] };
    for (let round = 1; round <= 3; round += 1) {
      found.bulk.push(await measure(bulk));
      found.single.push(await measure(single));
      say(
        `round ${round} of 3: bulk ${found.bulk.at(-1)?.toFixed(0)} ms, single ${found.single.at(-1)?.toFixed(0)} ms`,
      );
    }
    const [of, one] = [Math.min(...found.bulk), Math.min(...found.single)];
    const counted = wanted.toLocaleString("en-GB");
    return [
      createNote(`${counted} claims, one call each`, `${one.toFixed(0)} ms, ${(one / wanted).toFixed(2)} ms a claim`),
      createNote(
        `${counted} claims, calls of ${limits.claimsPerDecision}`,
        `${of.toFixed(0)} ms, ${(of / wanted).toFixed(2)} ms a claim`,
      ),
      createNote("bulk against single calls", (of / one).toFixed(3)),
    ];
  } finally {
    await service.close();
  }
}
