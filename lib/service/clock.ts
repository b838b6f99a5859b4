import { MAX, NIL, v7 } from "uuid";

/** The only source of time and chance in the service; tests move it by hand. */
export type Clock = { now(): Date; newId(): string };

/** An id that nothing has. */
export const noId = NIL;

/** Another id that nothing has, after all others. */
export const lastId = MAX;

/** Ids are UUIDs of version 7: they sort by time, so new rows land side by side in the index. */
export const systemClock: Clock = { now: () => new Date(), newId: () => v7() };
