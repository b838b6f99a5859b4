import { Check, CircleHelp, Loader } from "lucide-react";
import { formatShortInstant, type PostTimeOptions } from "#components/posts/post-labels.ts";
import { Paper } from "#components/ui/layout/card.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import type { PartProgress, Post } from "#lib/contract/types.ts";
import { joinThreadParts } from "#lib/text/join-thread-parts.ts";

type PostPartsProps = { post: Post; times: PostTimeOptions; now: Date };

/** Lists the delivered parts along one line, each with its progress and link. */
export function PostParts({ post, times, now }: PostPartsProps) {
  const joined = getJoinedText(post);
  const parts = joined === null ? post.posts.map((part) => part.text) : [joined];
  const progress = getPartProgress(post, parts.length);
  const ofParts = post.part_media ?? [post.media ?? []];
  const media = joined === null ? ofParts : [ofParts.flat()];
  return (
    <Paper className="px-[22px] py-6 max-sm:px-4">
      <ol aria-label="Parts">
        {parts.map((text, at) => {
          const state = progress[at];
          const isLast = at === parts.length - 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: its position identifies a part
            <li key={at} className="relative grid grid-cols-[26px_minmax(0,1fr)] gap-x-3 pb-6 last:pb-0">
              {isLast ? null : (
                <span aria-hidden="true" className="absolute top-7 bottom-0 left-[12.5px] w-px bg-line" />
              )}
              <PartMarker number={at + 1} state={state?.state} />
              <div className="min-w-0">
                <p className="whitespace-pre-wrap text-17 wrap-anywhere">{text}</p>
                {media[at]?.length ? <Images media={media[at]} /> : null}
                {state ? <PartFooter state={state} times={times} now={now} /> : null}
              </div>
            </li>
          );
        })}
      </ol>
      {joined === null ? null : (
        <details className="mt-5 border-t pt-3">
          <summary className="text-14 text-ink-2 pointer-coarse:py-3">
            Joined into one post; written in {post.posts.length} parts
          </summary>
          <ol aria-label="As written" className="mt-2 grid list-decimal gap-2 pl-5 text-14 text-ink-2">
            {post.posts.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: its position identifies a part
              <li key={at} className="whitespace-pre-wrap wrap-anywhere">
                {part.text}
              </li>
            ))}
          </ol>
        </details>
      )}
    </Paper>
  );
}

/**
 * Returns the progress of each delivered part; a service without progress may still have returned an address per part.
 */
function getPartProgress(post: Post, count: number): (PartProgress | undefined)[] {
  // The service creates the parts' plan when it sends; it may report one item for several known parts. Parts that were
  // edited after a failed attempt are planned when the post continues.
  if (post.progress && (post.delivery === "thread" || post.progress.length === count)) return post.progress;
  if (post.progress) {
    const joinedPart = post.progress.at(-1);
    return Array.from({ length: count }, (_, at) =>
      at === count - 1 ? joinedPart : joinedPart && { ...joinedPart, url: null, at: null },
    );
  }
  const urls = post.published_urls;
  if (post.status !== "published") return [];
  // The service returns one address per part, or one for the whole post, which begins with the first part.
  const urlOf = (at: number) => (urls.length === count || at === 0 ? urls[at] : undefined) ?? null;
  return Array.from({ length: count }, (_, at) => ({ part: at + 1, state: "sent", url: urlOf(at), at: null }));
}

function PartMarker({ number, state }: { number: number; state: PartProgress["state"] | undefined }) {
  const disc = "grid size-[26px] place-items-center rounded-full text-13 tabular-nums";
  if (state === "sent") {
    return (
      <span className={`${disc} bg-published-wash text-published`}>
        <Check className="size-3.5" />
        <span className="sr-only">Part {number}, published</span>
      </span>
    );
  }
  if (state === "sending" || state === "unknown") {
    const Icon = state === "sending" ? Loader : CircleHelp;
    return (
      <span className={`${disc} bg-publishing-wash text-publishing`}>
        <Icon className={state === "sending" ? "size-3.5 animate-turn" : "size-3.5"} />
        <span className="sr-only">
          {state === "sending" ? `Part ${number}, publishing` : `Part ${number}, unconfirmed`}
        </span>
      </span>
    );
  }
  return (
    <span className={`${disc} bg-draft-wash text-ink-2`}>
      <span className="sr-only">Part </span>
      {number}
    </span>
  );
}

function PartFooter({ state, times, now }: { state: PartProgress; times: PostTimeOptions; now: Date }) {
  if (state.state === "sent") {
    const link = state.url ? toSafeHref(state.url) : null;
    if (!link && !state.at) return null;
    const line = (
      <p className="mt-1 flex flex-wrap gap-x-1.5 text-13 text-ink-3">
        {link ? (
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="relative max-w-full truncate text-accent underline-offset-2 hover:underline pointer-coarse:py-3"
          >
            {link.replace(/^https?:\/\//, "")}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : null}
        {state.at ? <time dateTime={state.at}>{formatShortInstant(new Date(state.at), times, now)}</time> : null}
      </p>
    );
    return (
      <>
        {line}
        {state.note ? <p className="mt-1 text-13 text-failed">{state.note}</p> : null}
      </>
    );
  }
  if (state.state === "unknown") {
    return <p className="mt-1 text-13 text-publishing">Sent, but the platform didn't confirm it.</p>;
  }
  if (state.state === "sending") return <p className="mt-1 text-13 text-publishing">Publishing</p>;
  return null;
}

function Images({ media }: { media: NonNullable<Post["media"]> }) {
  return (
    <ul aria-label="Images" className="mt-3 grid max-w-[520px] grid-cols-2 gap-2">
      {media.map((image, at) => {
        const link = toSafeHref(image.url);
        return (
          <li key={image.id} className={media.length === 1 ? "col-span-2" : undefined}>
            {link ? (
              <img
                src={link}
                width={image.width}
                height={image.height}
                loading="lazy"
                alt={image.alt || `Attachment ${at + 1} of ${media.length}`}
                className="max-h-[360px] w-full rounded-control border object-cover"
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Joins the parts of a joined post into its one text; null for a post whose parts are sent as written. */
function getJoinedText({ posts, delivery }: Pick<Post, "posts" | "delivery">): string | null {
  return delivery === "joined" && posts.length > 1 ? joinThreadParts(posts.map((part) => part.text)) : null;
}
