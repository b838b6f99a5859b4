import type { PostChange } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import type { Context } from "#lib/service/context";
import { and, asc, eq, ne } from "#lib/service/db/drizzle";
import { channels, media, postMedia } from "#lib/service/db/schema";
import { plannedParts } from "#lib/service/db/schema-plans";
import type { Tx } from "#lib/service/db/tx";
import type { MediaRow } from "#lib/service/media/create-media";
import { Refusal } from "#lib/service/refusal";
import { addEvent } from "./add-event.ts";
import { changeState, stateOf } from "./change-state.ts";
import { checkTarget, type Target } from "./check-targets.ts";
import { isNewThere, mayUseChannel, shutOut } from "./may-use-channel.ts";
import { lockPost, type PostRow } from "./need-post.ts";
import { needImages } from "./need-targets.ts";
import { readParts } from "./read-content.ts";
import { readSchedule } from "./read-schedule.ts";
import { isEditable, move, type PostEvent, type PostState } from "./transitions.ts";

/**
 * Changes what is named and nothing else: text, images, points, time, and with `status` where the post stands.
 * @throws Refusal `not_found`; `conflict` when the version is not the current one, when the post is on its way or out,
 * or when it can't go to that status; `invalid_request` as on creation.
 */
export async function editPost(
  tx: Tx,
  actor: Actor,
  id: string,
  change: PostChange,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const post = await lockPost(tx, actor, id);
  await needEditable(tx, post, change.version);
  const event = eventOf(post, change, context.clock.now());
  if (!event && !isContent(change)) return;
  const next = event ? move(stateOf(post), event, context.clock.now()) : stateOf(post);
  if (next instanceof Refusal) throw next;
  const parts = readParts(change) ?? post.parts;
  const images = change.media ? await needImages(tx, actor, change.media) : await imagesOf(tx, post.id);
  const target = await targetOf(tx, post, next.status);
  // A failed post goes out by a retry, which does not look at the text again.
  const isLenient = next.status === "draft" || next.status === "canceled";
  const delivery = checkTarget(target, parts, images, isLenient);
  if (change.media) await replaceImages(tx, post.id, images);
  // All of it is still waiting, and a plan is made of what the post says when it goes out.
  await tx.delete(plannedParts).where(eq(plannedParts.postId, post.id));
  await changeState(tx, post, next, context, { parts, delivery, points: change.points ?? post.points });
  const isScheduled = next.status === "scheduled" && next.scheduledFor?.getTime() !== post.scheduledFor?.getTime();
  const planned = {
    scheduled_for: next.scheduledFor?.toISOString() ?? null,
    was_for: post.scheduledFor?.toISOString() ?? null,
  };
  const detail = { from: post.status, status: next.status, ...(isScheduled && planned) };
  await addEvent(tx, actor, isScheduled ? "scheduled" : "edited", [post.id], context.clock, detail);
}

async function needEditable(tx: Tx, post: PostRow, version: number): Promise<void> {
  if (post.version !== version) {
    throw new Refusal("conflict", `The post has changed: it is at version ${post.version}, not ${version}.`, "version");
  }
  if (!isEditable(post.status)) {
    throw new Refusal("conflict", `A post that is ${post.status} can't be changed any more.`);
  }
  const [out] = await tx
    .select({ number: plannedParts.number })
    .from(plannedParts)
    .where(and(eq(plannedParts.postId, post.id), ne(plannedParts.state, "waiting")))
    .orderBy(asc(plannedParts.number))
    .limit(1);
  if (!out) return;
  throw new Refusal("conflict", `Part ${out.number} of the post is out, or may be. It can be sent again, not changed.`);
}

function isContent({ text, thread, media: images, points }: PostChange): boolean {
  return [text, thread, images, points].some((named) => named !== undefined);
}

/** What the change does to where the post stands; null when it stays there. */
function eventOf(post: PostRow, change: PostChange, now: Date): PostEvent | null {
  const wanted = change.status ?? post.status;
  const time = change.scheduled_for;
  if (change.status === "draft") return post.status === "draft" ? null : { is: "take_back" };
  if (change.status === "publishing") {
    if (time) throw wrongTime("A post that goes out now has no time. Leave scheduled_for out.");
    return { is: "publish" };
  }
  if (wanted !== "scheduled") {
    if (time) throw wrongTime(`A post that is ${post.status} has no time. Send status "scheduled" with it.`);
    return null;
  }
  if (time) return { is: "schedule", at: readSchedule(time, now) };
  if (time === undefined && post.status === "scheduled") return null;
  throw wrongTime('A scheduled post needs scheduled_for. To take it back send status "draft".');
}

function wrongTime(message: string): Refusal {
  return new Refusal("invalid_request", message, "scheduled_for");
}

async function targetOf(tx: Tx, post: PostRow, next: PostState["status"]): Promise<Target> {
  const [channel] = await tx
    .select({
      ...{ name: channels.name, told: channels.told, removedAt: channels.removedAt },
      mayUse: mayUseChannel(post.memberId),
    })
    .from(channels)
    .where(eq(channels.id, post.channelId));
  const goesOut = next === "scheduled" || next === "publishing";
  if (goesOut && channel?.removedAt) throw new Refusal("conflict", `${channel.name} is disconnected.`);
  if (goesOut && isNewThere(post.status) && channel?.mayUse === false) {
    throw new Refusal("conflict", shutOut(channel.name));
  }
  return {
    id: post.channelId,
    platform: post.platform,
    name: channel?.name ?? post.platform,
    told: channel?.told ?? {},
  };
}

async function imagesOf(tx: Tx, postId: string): Promise<Pick<MediaRow, "id" | "frames" | "alt">[]> {
  return tx
    .select({ id: media.id, frames: media.frames, alt: media.alt })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(eq(postMedia.postId, postId))
    .orderBy(asc(postMedia.position));
}

async function replaceImages(tx: Tx, postId: string, images: readonly Pick<MediaRow, "id">[]): Promise<void> {
  await tx.delete(postMedia).where(eq(postMedia.postId, postId));
  const rows = images.map((image, index) => ({ postId, position: index + 1, mediaId: image.id }));
  if (rows.length > 0) await tx.insert(postMedia).values(rows);
}
