import type { Member } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

export type MemberFixture = {
  service: TestService;
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Asks as the organization's first owner, unless a key is given. */
  call: (method: string, path: string, json?: unknown, key?: string) => ReturnType<TestService["call"]>;
  act: (id: string, name: string, key?: string) => ReturnType<TestService["call"]>;
  find: (id: string, key?: string) => Promise<Member | undefined>;
  /** Schedules a post, for tomorrow and on the first channel unless it is said. @returns its id */
  plan: (key: string, inMs?: number, channel?: number) => Promise<string>;
};

/** A service of its own, and what tests of members ask of it. */
export async function openMemberFixture(): Promise<MemberFixture> {
  const service = await openTestService();
  const call: MemberFixture["call"] = (method, path, json, key = service.org.key) =>
    service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
  return {
    service,
    call,
    query: async (text, values = []) => (await service.database.pool.query(text, values)).rows,
    act: (id, name, key) => call("POST", `/members/${id}/${name}`, undefined, key),
    find: async (id, key) =>
      (await call("GET", "/members?state=all&limit=100", undefined, key)).wire.data.find(
        (one: Member) => one.id === id,
      ),
    async plan(key, inMs = 86_400_000, channel = 0) {
      const at = new Date(service.clock.now().getTime() + inMs).toISOString();
      const [post] = await service.create(
        { channels: [service.org.channelIds[channel]], text: "planned", scheduled_for: at },
        key,
      );
      if (!post) throw new Error("no post");
      return post.id;
    },
  };
}
