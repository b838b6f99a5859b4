/** The main job of a client: who am I, where can I post, one image, one planned post, one draft, list, delete. */
export type JobDeps = { baseUrl: string; key: string; fetch: typeof fetch; image: File };
export type JobResult = {
  role: string;
  channels: number;
  planned: string | null | undefined;
  images: number | undefined;
  statuses: string[];
  total: number;
  deleted: boolean;
};
export const plannedFor = "2027-01-14T08:30:00.000Z";

export function requireData<T>(data: T | undefined): T {
  if (data === undefined) throw new Error("no data");
  return data;
}

/** The answers of the job, in the fields that every generated client types alike. */
type JobAnswers = {
  me: { membership: { role: string } };
  channels: readonly unknown[];
  planned: { scheduled_for: string | null; media?: readonly unknown[] } | undefined;
  list: { data: readonly { status: string }[]; pagination: { total: number } };
  deleted: boolean;
};

export function toJobResult({ me, channels, planned, list, deleted }: JobAnswers): JobResult {
  return {
    role: me.membership.role,
    channels: channels.length,
    planned: planned?.scheduled_for,
    images: planned?.media?.length,
    statuses: list.data.map((post) => post.status),
    total: list.pagination.total,
    deleted,
  };
}
