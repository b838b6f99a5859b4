"use client";
import { Suspense, useEffect } from "react";
import { announce } from "#components/ui/feedback/announce.tsx";
import { later } from "#components/ui/layout/lazy-component.tsx";
import { TopBar } from "#components/ui/layout/page.tsx";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, ChannelSet } from "#lib/contract/types.ts";
import { ChannelBar } from "./variants/channel-bar.tsx";
import { PreviewPane, PreviewToggle } from "./variants/preview-pane.tsx";
import { useTargets } from "./variants/use-variants.ts";
import { useImages } from "./media/use-composer-images.tsx";
import { DraftsLink } from "./keeping/drafts-link.tsx";
import { SavedWhere } from "./keeping/saved-where.tsx";
import { useStartOver } from "./use-start-over.ts";
import type { Opened } from "./drafts/autosave/draft-session.ts";
import { type Draft, isBlank } from "./state/draft.ts";
import type { Subject } from "./state/composer-state.ts";
import { fixedOf } from "./state/submission/published-parts.ts";
import { isEditable } from "./state/composer-reducer.ts";
import { SendBar } from "./submit/submit-bar.tsx";
import { useSendKey } from "./sending/use-send-key.ts";
import { useWaiting } from "./submit/use-submit.ts";
import { useComposer } from "./use-composer.ts";
import { serverNow } from "./schedule/server-clock.ts";
import { useClock } from "./schedule/use-server-clock.ts";
import { ActiveCounts } from "./editor/active-part-counts.tsx";
import type { SplitWishes } from "./editor/text-engine/split-actions.ts";
import { PartsSheet } from "./editor/thread-editor.tsx";
import { useHistory } from "./editor/input/use-undo-redo.ts";
import { useKeyboardInset } from "./editor/input/use-keyboard-inset.ts";
import { useMeasure } from "./editor/text-engine/use-text-engine.ts";
import { usePartActs } from "./editor/use-part-actions.ts";
import { useSaidLengths } from "./editor/counts/use-limit-announcements.ts";
import { useTools } from "./editor/toolbar/use-editor-tools.tsx";
import { useWritingKeys } from "./editor/input/use-composer-shortcuts.ts";

const SheetTabs = later(() => import("./variants/variant-tabs.tsx").then((file) => file.SheetTabs));
const FixedParts = later(() => import("./editor/published-parts.tsx").then((file) => file.FixedParts));
const Sent = later(() => import("./submit/submitted-view.tsx").then((file) => file.Sent));
const SendNotices = later(() => import("./submit/submit-banners.tsx").then((file) => file.SendNotices));
const fetchAhead = () => import("./submit/submit-banners.tsx").then((file) => file.fetchAhead());
const WarningsLine = later(() => import("./submit/preflight/preflight-warnings.tsx").then((file) => file.WarningsLine));
const DraftNotices = later(() => import("./drafts/autosave/draft-banners.tsx").then((file) => file.DraftNotices));

type ComposerProps = {
  subject: Subject;
  draft: Draft;
  memberId: string;
  memberName: string;
  channels: readonly Channel[];
  /** Whether further posts may join a submission. */
  canJoin: boolean;
  /** True where the service answers a repeated idempotency key as before. */
  keepsRepeats: boolean;
  wishes: SplitWishes;
  /** The member's sets of channels; null where the service keeps none. */
  channelSets: readonly ChannelSet[] | null;
  /** The draft that the address names, and whether the service keeps any. */
  opened: Opened | null;
  canSave: boolean;
  zone: string;
  nowMs: number;
  /** The service keeps descriptions of images. */
  describes: boolean;
};

/** Writing a post: parts on a thread line, where and when it goes, and what became of it. */
export function Composer(props: ComposerProps) {
  const { subject, draft: start, memberId, memberName, canJoin, opened, canSave } = props;
  const { wishes, zone, nowMs, describes, keepsRepeats } = props;
  const keeping = { memberId, canJoin, opened, canSave, describes, channels: props.channels, readAtMs: nowMs };
  const composer = useComposer({ subject, draft: start, keepsRepeats, ...keeping });
  const { state, dispatch, rulesOf, channels, uploads, kept, restored, setRestored, latest, listen } = composer;
  const { draft, phase } = state;
  const { adding, imagesTool, pictures } = useImages(state, { latest, uploads, dispatch, kept });
  const measure = useMeasure(!isBlank(draft));
  const { now, clockNote } = useClock(nowMs, measure !== null || draft.when.is === "at");
  const targets = useTargets({ draft, channels, latest, dispatch, measure, rulesOf });
  const { sheet, page, plans, views, owners, writeOwn, goToExcess } = targets;
  const { acts, activeId, aim } = usePartActs(latest, dispatch, { wishes, measure, sheet, listen });
  const travel = useHistory({ latest, dispatch, aim, sheet, measure });
  const isReadOnly = !isEditable(phase);
  const isEdit = subject.is === "post";
  const fixed = fixedOf(state.subject);
  const at = { channels, measure, rulesOf, isEdit, fixed: fixed.length };
  const undecided = adding.added.unfit.map(({ file }) => file.name);
  const checkAt = () => ({ ...at, undecided, now: serverNow(), out: latest.current.out });
  const waiting = useWaiting({ memberId, keepsRepeats, kept, state, added: adding.added, latest, dispatch, checkAt });
  // Begun: what comes after the writing is fetched ahead, and is there when it is pressed.
  useEffect(() => void (measure && fetchAhead().catch(() => undefined)), [measure]);
  useSendKey(() => waiting.submit("send"));
  useWritingKeys(phase.at !== "sent");
  useKeyboardInset();
  useSaidLengths(plans.planned, measure);
  const { startOver, writeAnew } = useStartOver({ start, isEdit, kept, latest, dispatch, setRestored, aim });

  function rebase(version: number, newer: Draft | null) {
    dispatch({ type: "rebased", version, draft: newer ?? latest.current.draft });
    announce(newer ? "The newer words are shown" : "Your words are kept over the newer ones");
  }

  const active = page.parts.find((part) => part.id === activeId) ?? page.parts[0];
  const { emojiTool, writingTool } = useTools({
    ...{ latest, dispatch, measure, sheet, aim, acts, isReadOnly },
    ...{ partId: active?.id, partCount: page.parts.length, hasTemplates: canSave, onTravel: travel },
  });

  if (phase.at === "sent") {
    return (
      <Suspense>
        <Sent
          {...{ ...phase, channels, zone, now }}
          isTimed={draft.when.is === "at"}
          posts={composer.sent.current}
          onAnew={isEdit ? null : writeAnew}
        />
      </Suspense>
    );
  }

  const onOwn = isReadOnly || isEdit ? null : writeOwn;
  const preview = { ...targets.preview, onOwn, memberName, measure, isBlank: isBlank(draft) };

  return (
    <>
      <TopBar
        oneLine
        title={isEdit ? "Edit post" : page.parts.length > 1 ? "New thread" : "New post"}
        note={<SavedWhere kept={kept} zone={zone} isBegun={measure !== null || opened !== null} />}
        back={
          subject.is === "post" ? { href: `/posts/${encodeURIComponent(subject.postId)}`, label: "Post" } : undefined
        }
        actions={
          <>
            {canSave ? <DraftsLink /> : null}
            <PreviewToggle {...preview} pictures={pictures} />
          </>
        }
      />
      <div className="grid w-full items-start px-7 pb-8 max-sm:px-4 xl:grid-cols-[minmax(0,1fr)_minmax(320px,400px)] xl:gap-6">
        <div className="mx-auto w-full min-w-0 max-w-[760px]">
          <div className="mb-3">
            <ChannelBar
              channels={channels}
              views={views}
              sets={{ memberId, kept: props.channelSets }}
              roomFor={targets.roomFor}
              chosenIds={draft.channelIds}
              isFixed={isEdit}
              isReadOnly={isReadOnly}
              isBegun={measure !== null}
              onToggle={(channelId) => dispatch({ type: "channel-toggled", channelId })}
              onSet={(channelIds) => dispatch({ type: "channels-set", channelIds })}
              onOwn={writeOwn}
              onGoTo={goToExcess}
            />
          </div>
          <Suspense>
            <SendNotices
              note={clockNote}
              state={state}
              waiting={waiting}
              channels={channels}
              unsure={composer.unsure}
              isGone={kept.clash?.gone?.is === "sent"}
              onRebase={rebase}
              onGoTo={targets.goToPart}
              dispatch={dispatch}
            />
            {restored.is !== "no" || kept.clash ? (
              <DraftNotices
                draft={draft}
                start={start}
                isReadOnly={isReadOnly}
                kept={kept}
                restored={restored}
                setRestored={setRestored}
                dispatch={dispatch}
                onStartOver={startOver}
              />
            ) : null}
            {owners.length > 0 ? (
              <SheetTabs
                owners={owners}
                common={views.length - owners.length}
                sheet={sheet}
                isReadOnly={isReadOnly}
                canJoin={canJoin}
                onShow={targets.show}
                onDrop={targets.dropOwn}
              />
            ) : null}
            {fixed.length > 0 ? <FixedParts fixed={fixed} platform={views[0]?.channel.platform} /> : null}
          </Suspense>
          <PartsSheet
            draft={page}
            before={fixed.length}
            activeId={active?.id}
            isReadOnly={isReadOnly}
            plans={plans}
            measure={measure}
            acts={acts}
            uploads={uploads}
            adding={adding}
            describes={describes}
            imagesTool={fixed.length > 0 ? null : imagesTool}
            emojiTool={emojiTool}
            footTools={writingTool}
            dispatch={dispatch}
          />
          {plans.unknown.map((slug) => (
            <p key={slug} className="mt-2 px-1 text-13 text-ink-3">
              {platformName(slug)}: no known limit; the service decides.
            </p>
          ))}
          {measure && !isReadOnly && fixed.length === 0 && draft.channelIds.length > 0 ? (
            <Suspense>
              <WarningsLine draft={draft} subject={state.subject} channels={channels} now={now} />
            </Suspense>
          ) : null}
        </div>
        <PreviewPane {...preview} pictures={pictures} />
      </div>
      <SendBar
        draft={draft}
        channels={channels}
        phase={phase}
        now={now}
        isEdit={isEdit}
        isScheduled={isEdit && start.when.is === "at"}
        fixed={fixed.length}
        isReadOnly={isReadOnly}
        compact={
          <>
            <ActiveCounts part={active} counted={plans.perPart} joined={plans.joined} {...{ acts, measure }} />
            <span className="-ml-2.5 flex items-center">
              {fixed.length > 0 ? null : imagesTool}
              {emojiTool}
              {writingTool}
            </span>
          </>
        }
        onSubmit={waiting.submit}
        dispatch={dispatch}
      />
    </>
  );
}
