"use client";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { formatInstantInZone } from "#components/calendar/use-entry-moves.ts";
import { getLastChannelsKey, parseLastChannels } from "#components/post-actions/last-channels.ts";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import { AutosizeTextarea } from "#components/ui/controls/autosize-textarea.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { RadioGroup } from "#components/ui/controls/radio-group.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { createPosts } from "#lib/actions/posts.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { getChannelRules } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { planDelivery } from "#lib/text/delivery-plan.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { normaliseText } from "#lib/text/normalise-text.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { formatTimeZone } from "#lib/time/format-time-zone.ts";
import { resolveWallTime } from "#lib/time/resolve-wall-time.ts";
import type { WallTime } from "#lib/time/wall-time.ts";
import { ChannelCheckboxes } from "./channel-checkboxes.tsx";
import { isPostRefused } from "./is-post-refused.ts";

type QuickComposerProps = {
  wall: WallTime;
  /** Which of two instants, where clocks show the time twice. */
  initialFold: Fold;
  /** The channels of the pressed slot, or of the filter; empty for those of the last post. */
  slotChannelIds: readonly string[];
  /** Called with the focus target of the scheduled post; null leaves the focus alone. */
  onScheduled: (focusTarget: string | null) => void;
  onOpenComposer: (at: Date, channelIds: readonly string[], text: string) => void;
  onClose: () => void;
};

type Fold = "earlier" | "later";

/** A request for a post; repeating it under the same key never creates a second post. */
type PostRequest = {
  post: { channels: string[]; text: string; scheduled_for: string };
  repeatKey: string;
  at: Date;
};

/** The text of a small composer that closed without scheduling: the next one begins with it. */
let unsentText = "";
/** The request for that text while it has no answer: the next small composer repeats it and changes nothing. */
let unansweredRequest: PostRequest | null = null;

/** Writes a post for a free time without leaving the calendar: a popover, on a phone a sheet. */
export function QuickComposer(props: QuickComposerProps) {
  const { wall, initialFold, slotChannelIds, onScheduled, onOpenComposer, onClose } = props;
  const { preferences, channels, me, now } = useCalendarContext();
  const { change } = usePostActionRunner();
  const [fold, setFold] = useState(initialFold);
  const [text, setText] = useState(unsentText);
  const [lostRequest, setLostRequest] = useState(unansweredRequest);
  const [channelIds, setChannelIds] = useState(
    () => lostRequest?.post.channels ?? chooseChannels(channels, slotChannelIds, me.id),
  );
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isLocked = lostRequest !== null;
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const time = resolveWallTime(wall, preferences.zone);
  // Once the first of two times has passed, only the second is possible.
  const isAsked = time.type === "twice" && time.earlier > now;
  const chosenAt = time.type === "one" ? time.at : time.type === "twice" ? time[isAsked ? fold : "later"] : time.next;
  const at = lostRequest?.at ?? chosenAt;
  const timeLabel = formatInstantInZone(at, preferences.zone, preferences.clock);
  const problem = findProblem(text, channelIds, channels);

  async function schedule(event?: FormEvent) {
    event?.preventDefault();
    if (isPending || (problem !== null && !isLocked)) return;
    const post = { channels: channelIds, text: normaliseText(text), scheduled_for: at.toISOString() };
    const request = lostRequest ?? { post, repeatKey: newId(), at };
    unansweredRequest = request;
    setIsPending(true);
    const result = await createPosts({ post: request.post, repeatKey: request.repeatKey }).catch((error: unknown) => ({
      error: toReadFailure(error),
      ok: undefined,
    }));
    setIsPending(false);
    if (!result.ok) {
      unansweredRequest = isPostRefused(result.error, isLocked) ? null : request;
      setLostRequest(unansweredRequest);
      return setFailure(result.error);
    }
    unsentText = "";
    unansweredRequest = null;
    saveChannels(me.id, request.post.channels);
    const posts = result.ok.map(({ id, version }) => ({ id, version: version ?? 0 }));
    showToast({ message: `Scheduled for ${timeLabel}`, undo: () => change("delete", { posts }) });
    const [first] = result.ok;
    // A composer that was closed meanwhile must not close what is open now.
    onScheduled(isOpen.current ? `entry:${first?.submission_id ?? first?.id}@${at.getTime()}` : null);
    if (isOpen.current) onClose();
  }

  /** The way out where no answer will come. */
  function discard() {
    unsentText = "";
    unansweredRequest = null;
    showToast({ message: "Text discarded. The post may have been scheduled: check the calendar." });
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void schedule();
  }

  return (
    <QuickComposerFrame title="New post" description={timeLabel} onClose={onClose}>
      <form onSubmit={(event) => void schedule(event)} onKeyDown={onKeyDown} className="grid gap-3">
        <AutosizeTextarea
          aria-label="Text"
          placeholder="Write a post"
          autoFocus
          value={text}
          readOnly={isPending || isLocked}
          maxLength={limits.partCharacters}
          className="max-h-60 min-h-24 w-full"
          onChange={(event) => {
            setText(event.target.value);
            unsentText = event.target.value;
          }}
        />
        <ChannelCheckboxes
          channels={channels}
          chosenIds={channelIds}
          onChange={setChannelIds}
          className="grid max-h-40 overflow-y-auto"
          disabled={isPending || isLocked}
        />
        {time.type === "twice" && isAsked ? (
          <fieldset disabled={isPending || isLocked}>
            <RadioGroup<Fold>
              legend={`Which ${formatClockTime(wall.time, preferences.clock)}?`}
              options={[
                { value: "earlier", label: `The first: ${formatTimeZone(preferences.zone, time.earlier)}` },
                { value: "later", label: `The second: ${formatTimeZone(preferences.zone, time.later)}` },
              ]}
              value={fold}
              onChange={setFold}
            />
          </fieldset>
        ) : null}
        <div role="status" className="text-13 text-ink-3 empty:hidden">
          {isLocked ? (
            <Banner tone="failed">
              {failure && failure.status !== null && failure.status < 500 ? `${describeFailure(failure).what} ` : ""}The
              answer was lost. Try again: the post is never created twice.
            </Banner>
          ) : failure ? (
            <Banner tone="failed">{`${describeFailure(failure).what} ${describeFailure(failure).next}`}</Banner>
          ) : text.trim() === "" ? null : (
            problem
          )}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {isLocked ? (
            <Button size="small" variant="quiet" className="mr-auto" disabled={isPending} onClick={discard}>
              Discard
            </Button>
          ) : null}
          <Button
            size="small"
            variant="quiet"
            // The composer would send the text under another key.
            disabled={isPending || isLocked}
            onClick={() => {
              unsentText = "";
              onOpenComposer(at, channelIds, text);
            }}
          >
            Open in composer
          </Button>
          <Button
            type="submit"
            variant="filled"
            keys="mod+enter"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            pending={isPending}
            disabled={problem !== null && !isLocked}
          >
            {isLocked ? "Try again" : "Schedule"}
          </Button>
        </div>
      </form>
    </QuickComposerFrame>
  );
}

type FrameProps = { title: string; description: string; onClose: () => void; children: ReactNode };

function QuickComposerFrame({ title, description, onClose, children }: FrameProps) {
  // Read once: a frame that changed would lose the focus.
  const [isSmall] = useState(() => matchMedia("(width < 40rem)").matches);
  const [anchor] = useState(() => document.querySelector("[data-compose-anchor]"));
  if (isSmall) {
    return (
      <Dialog open title={title} description={description} onClose={onClose}>
        {children}
      </Dialog>
    );
  }
  return (
    <Popover open label={`${title}, ${description}`} anchor={anchor} align="start" onClose={onClose}>
      <p className="mb-2.5 flex items-baseline justify-between gap-2">
        <span className="text-14 font-semibold">{title}</span>
        <span className="text-13 text-ink-2">{description}</span>
      </p>
      {children}
    </Popover>
  );
}

function chooseChannels(channels: readonly Channel[], slotChannelIds: readonly string[], memberId: string): string[] {
  const known = new Set(channels.map(({ id }) => id));
  const requested = slotChannelIds.filter((id) => known.has(id));
  return requested.length > 0 ? requested : readLastChannels(memberId).filter((id) => known.has(id));
}

function readLastChannels(memberId: string): string[] {
  try {
    return parseLastChannels(localStorage.getItem(getLastChannelsKey(memberId)));
  } catch {
    return [];
  }
}

function saveChannels(memberId: string, channelIds: readonly string[]): void {
  try {
    localStorage.setItem(getLastChannelsKey(memberId), JSON.stringify(channelIds));
  } catch {
    // Only the choice for the next post is lost.
  }
}

/** Returns why the post can't be scheduled yet; null when it can. */
function findProblem(text: string, channelIds: readonly string[], channels: readonly Channel[]): string | null {
  if (text.trim() === "") return "Write something first.";
  if (channelIds.length === 0) return "Choose a channel.";
  for (const channel of channels) {
    const rules = channelIds.includes(channel.id) ? getPlatformRules(channel.platform) : null;
    if (!rules) continue;
    const plan = planDelivery([normaliseText(text)], getChannelRules(rules, channel.reported_limits));
    if (!("problem" in plan)) continue;
    const { count, limit, unit } = plan.problem;
    if (unit === "images") return `${channel.name} needs an image. Open in composer to add one.`;
    const over = count - limit;
    return `${formatCount(over, unit.slice(0, -1))} too many for ${channel.name}. Open in composer to split it.`;
  }
  return null;
}
