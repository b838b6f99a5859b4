import { type Stage, until } from "./testing.ts";

/** Ways to wait for a post, on a stage that is opened before the first test runs. */
export function waitsOn(stage: () => Stage) {
  return {
    statusIs: (id: string, status: string) =>
      until(`post is ${status}`, async () => (await stage().rowOf(id)).status === status),
    putOff: (id: string) =>
      until("post is put off", async () => {
        const row = await stage().rowOf(id);
        return (
          row.status === "publishing" && row.lease_until === null && row.due_at !== null && row.due_at > new Date()
        );
      }),
    /** Moves time on by what the post waits for, and looks again. */
    async skipWait(id: string): Promise<void> {
      const row = await stage().rowOf(id);
      await stage().passTime((row.due_at?.getTime() ?? 0) - Date.now() + 50);
    },
  };
}
