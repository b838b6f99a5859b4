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
