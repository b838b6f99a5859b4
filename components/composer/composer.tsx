"use client";
import { Suspense, useEffect, useMemo, useRef } from "react";
import type { LinkCardControl } from "#components/preview/link-card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { PageHeader } from "#components/ui/layout/page.tsx";
import { setLeaveGuard } from "#components/ui/leave-guard.ts";
import { getServerNow } from "#components/ui/server-clock.ts";
import type { Channel, ChannelSet, ThreadChoices } from "#lib/contract/types.ts";
import { ComposerSaveStatus } from "./drafts/autosave/composer-save-status.tsx";
import type { LoadedDraft } from "./drafts/autosave/current-draft.ts";
import { useDraftSnapshot } from "./drafts/autosave/use-draft-session.ts";
import { ActivePartCounts } from "./editor/active-part-counts.tsx";
import { useCaretClearance } from "./editor/input/use-caret-clearance.ts";
import { useComposerShortcutOverview } from "./editor/input/use-composer-shortcut-overview.ts";
import { useKeyboardInset } from "./editor/input/use-keyboard-inset.ts";
import { useUndoRedoShortcuts } from "./editor/input/use-undo-redo-shortcuts.ts";
import { useLazyTextEngine } from "./editor/text-engine/load-text-engine.ts";
import type { SplitPreferences } from "./editor/text-engine/split-actions.ts";
import { ThreadEditor } from "./editor/thread-editor.tsx";
import { useLazyEditorTools } from "./editor/toolbar/use-lazy-editor-tools.tsx";
import { usePartActions } from "./editor/use-part-actions.ts";
import { useComposerImages } from "./media/use-composer-images.tsx";
import { useServerClock } from "./schedule/use-server-clock.ts";
import { composeInstead } from "./start-over.ts";
import { isComposerEditable, isNeverSubmitted } from "./state/composer-reducer.ts";
import type { ComposerSubject } from "./state/composer-state.ts";
import { type ComposerDraft, isDraftBlank } from "./state/draft.ts";
import { getSubjectPublishedParts } from "./state/submission/published-parts.ts";
import { SubmitBar } from "./submit/submit-bar.tsx";
import { loadSubmitChunk, useSubmit } from "./submit/use-submit.ts";
import { useComposer } from "./use-composer.ts";
import { ChannelBar } from "./variants/channel-bar.tsx";
import { PreviewPane, PreviewToggle } from "./variants/preview-pane.tsx";
import { useThreadChoices } from "./variants/use-thread-choices.ts";
import { useVariants } from "./variants/use-variants.ts";

const VariantTabs = lazyComponent(() => import("./variants/variant-tabs.tsx").then((file) => file.VariantTabs));
const PublishedParts = lazyComponent(() => import("./editor/published-parts.tsx").then((file) => file.PublishedParts));
const loadSubmitViews = () => import("./submit/submit-views.tsx").then(({ submitViews }) => submitViews);
const SubmittedView = lazyComponent(() => loadSubmitViews().then((views) => views.SubmittedView));
const SubmitBanners = lazyComponent(() => loadSubmitViews().then((views) => views.SubmitBanners));
const PreflightWarnings = lazyComponent(() =>
  import("./submit/preflight/preflight-warnings.tsx").then((file) => file.PreflightWarnings),
);
const WritingAids = lazyComponent(() => import("./editor/writing-aids.tsx").then((file) => file.WritingAids));
const DraftBanners = lazyComponent(() =>
  import("./drafts/autosave/draft-banners.tsx").then((file) => file.DraftBanners),
);

type ComposerProps = {
  subject: ComposerSubject;
  draft: ComposerDraft;
  /** The title while a post is edited. */
  editTitle?: string;
  memberId: string;
  memberName: string;
  channels: readonly Channel[];
  /** True if the service can join a request to an earlier submission. */
  canJoin: boolean;
  /** True if the service answers a repeated idempotency key with the first answer. */
  keepsRepeats: boolean;
  splitPreferences: SplitPreferences;
  /** The member's last choice between a thread and one post for each channel; null if the service takes no choice. */
  threadChoices: ThreadChoices | null;
  /** The member's saved sets of channels; null if the service stores none. */
  channelSets: readonly ChannelSet[] | null;
  /** The draft that the URL names. `canSave` is true if the service stores drafts. */
  opened: LoadedDraft | null;
  canSave: boolean;
  zone: string;
  nowMs: number;
  /** True if the service stores alt text. */
  describes: boolean;
  /** Seconds that a new post waits at the service, so that it can be taken back; null if the service can't wait. */
  graceSeconds: number | null;
};

/** The page that writes a post: its parts, channels and time, and the results of the submission. */
export function Composer(props: ComposerProps) {
  const { subject, memberId, memberName, canJoin, opened, canSave } = props;
  const { splitPreferences, zone, nowMs, describes, keepsRepeats } = props;
  const composer = useComposer({ ...props, readAtMs: nowMs });
  const { state, dispatch, rulesOf, channels, uploads, session, restored, setRestored, latest, subscribe } = composer;
  const { draft, phase } = state;
  const conflict = useDraftSnapshot(session, (snapshot) => snapshot.conflict);
  const isBlank = isDraftBlank(draft);
  const measure = useLazyTextEngine(!isBlank);
  const { now, clockNote } = useServerClock(nowMs, measure !== null || draft.when.type === "at");
  const fixed = getSubjectPublishedParts(state.subject);
  // The rest of an interrupted thread follows it; and a service that follows the API document alone takes no choice.
  const remembered = canJoin && fixed.length === 0 ? props.threadChoices : null;
  const threads = useThreadChoices({ draft, channels, rulesOf, remembered, dispatch });
  const { getChoice: getThreadChoice } = threads;
  const texts = { draft, channels, latest, dispatch, measure, rulesOf: threads.rulesOf, getThreadChoice };
  const targets = useVariants(texts);
  const { variantId, page, plans, views, owners, customize, goToExcess } = targets;
  const editing = { splitPreferences, measure, variantId, hasThreads: plans.hasThreads, subscribe };
  const { actions, activeId, focusTarget } = usePartActions(latest, dispatch, editing);
  const active = page.parts.find((part) => part.id === activeId) ?? page.parts[0];
  // A service that follows the API document alone has images on the first part only.
  const imagesAt = { partId: canJoin ? active?.id : undefined, latest, uploads, dispatch, session };
  const { adding, ...image } = useComposerImages(state, imagesAt);
  const imagesTool = canJoin || active === page.parts[0] ? image.imagesTool : null;
  const travel = useUndoRedoShortcuts({ latest, dispatch, focusTarget, variantId, measure });
  const isReadOnly = !isComposerEditable(phase);
  const isEdit = subject.type === "post";
  const whole = state.subject.type === "post" ? state.subject.whole : undefined;
  const at = { channels, measure, rulesOf, isEdit, fixed: fixed.length, blocksLongTexts: canJoin };
  const undecided = adding.added.unfit.map(({ file }) => file.name);
  const threadChoiceOf = (channelId: string) => getThreadChoice(channelId, latest.current.draft);
  const checkAt = () => ({ ...at, threadChoiceOf, undecided, now: getServerNow(), out: latest.current.out });
  const waiting = useSubmit({ memberId, keepsRepeats, session, state, added: adding.added, latest, dispatch, checkAt });
  const hasText = !isBlank && measure !== null;
  useEffect(() => {
    // Preloaded while the author writes, so that a text is sent and its result shown when the network fails midway.
    if (hasText) void Promise.all([loadSubmitChunk(), loadSubmitViews()]).catch(() => undefined);
  }, [hasText]);
  /** True before anything was written or sent: the code of the banners loads with the first text. */
  const isQuiet = isBlank && isNeverSubmitted(state) && !clockNote && !waiting.told && !waiting.obstacle;
  useComposerShortcutOverview(phase.status !== "sent");
  useKeyboardInset();
  useCaretClearance(active?.id, phase.status !== "sent");
  const startOver = { start: composer.start, isEdit, session, latest, dispatch, setRestored, focusTarget };
  const composing = useRef(startOver);
  composing.current = startOver;
  const openedId = opened?.id ?? null;
  useEffect(() => {
    // An edit asks before it is left.
    if (!isEdit) return setLeaveGuard((path) => composeInstead(composing.current, path, openedId));
  }, [isEdit, openedId]);

  const { emojiTool, writingTool } = useLazyEditorTools({
    latest,
    dispatch,
    measure,
    variantId,
    focusTarget,
    actions,
    isReadOnly,
    partId: active?.id,
    partCount: page.parts.length,
    hasTemplates: canSave,
    startOver,
    onTravel: travel,
  });

  const linkCard = useMemo((): LinkCardControl => {
    const choice = draft.linkCard ?? null;
    return { choice, onChoose: isReadOnly ? null : (chosen) => dispatch({ type: "link-card-set", linkCard: chosen }) };
  }, [draft.linkCard, isReadOnly, dispatch]);
  const { graceSeconds } = props;
  const submission = { subject: state.subject, graceSeconds, draft: threads.draft, channels, now, showsCosts: canJoin };
  if (phase.status === "sent") {
    return (
      <Suspense>
        <SubmittedView
          {...phase}
          {...submission}
          zone={zone}
          isTimed={draft.when.type === "at"}
          posts={composer.sent.current}
          memberId={memberId}
          sentAtMs={composer.sentAtMs.current}
          startOver={isEdit ? null : startOver}
        />
      </Suspense>
    );
  }

  const edit = isEdit && !isReadOnly ? { start: composer.start, draft } : null;
  const saveStatus = { session, zone, edit, isBegun: measure !== null || opened !== null };
  const onCustomize = isReadOnly || (isEdit && !whole) ? null : customize;
  const drawn = { images: draft.images, previewOf: uploads.previewOf, linkCard };
  const preview = {
    ...targets.preview,
    ...drawn,
    onCustomize,
    memberName,
    measure,
    isBlank,
    publishedParts: fixed.length,
  };

  const counts = (
    <ActivePartCounts part={active} counted={plans.perPart} joined={plans.joined} actions={actions} measure={measure} />
  );

  return (
    <>
      <PageHeader
        oneLine
        title={isEdit ? props.editTitle : restored.type === "no" ? "New post" : "Draft"}
        note={<ComposerSaveStatus {...saveStatus} />}
        back={
          subject.type === "post" ? { href: `/posts/${encodeURIComponent(subject.postId)}`, label: "Post" } : undefined
        }
        actions={<PreviewToggle {...preview} />}
      />
      <div className="grid w-full items-start px-7 pb-8 max-sm:px-4 xl:grid-cols-[minmax(0,1fr)_minmax(320px,400px)] xl:gap-6">
        <div className="mx-auto w-full min-w-0 max-w-[760px]">
          <div className="mb-3">
            <ChannelBar
              channels={channels}
              views={views}
              isFixed={isEdit && !whole}
              whole={whole}
              sets={{ memberId, savedSets: props.channelSets }}
              getRemainingLimit={targets.getRemainingLimit}
              chosenIds={draft.channelIds}
              isReadOnly={isReadOnly}
              isBegun={measure !== null}
              onToggle={(channelId) => dispatch({ type: "channel-toggled", channelId })}
              onSet={(channelIds) => dispatch({ type: "channels-set", channelIds })}
              onCustomize={customize}
              onGoTo={goToExcess}
              onChooseThread={threads.choose}
            />
          </div>
          {isQuiet ? null : (
            <Suspense>
              <SubmitBanners
                clockNote={clockNote}
                state={state}
                waiting={waiting}
                channels={channels}
                unsure={composer.unsure}
                start={composer.start}
                graceSeconds={graceSeconds}
                isGone={conflict?.gone?.type === "sent"}
                text={{ targets, measure, actions }}
                dispatch={dispatch}
              />
            </Suspense>
          )}
          <Suspense>
            {measure ? <WritingAids planned={plans.planned} channelIds={draft.channelIds} /> : null}
            {restored.type === "yes" || restored.type === "stale" || conflict ? (
              <DraftBanners
                draft={draft}
                start={composer.start}
                isEdit={isEdit}
                isReadOnly={isReadOnly}
                session={session}
                conflict={conflict}
                restored={restored}
                setRestored={setRestored}
                dispatch={dispatch}
                startOver={startOver}
              />
            ) : null}
            {owners.length > 0 ? (
              <VariantTabs
                owners={owners}
                common={views.length - owners.length}
                variantId={variantId}
                isReadOnly={isReadOnly}
                canJoin={canJoin}
                onShow={targets.show}
                onRemove={targets.dropOwn}
              />
            ) : null}
            {fixed.length > 0 ? <PublishedParts fixed={fixed} platform={views[0]?.channel.platform} /> : null}
          </Suspense>
          <ThreadEditor
            draft={page}
            latest={latest}
            variantId={variantId}
            before={fixed.length}
            activeId={active?.id}
            isReadOnly={isReadOnly}
            plans={plans}
            measure={measure}
            counts={counts}
            actions={actions}
            uploads={uploads}
            adding={adding}
            describes={describes}
            imagesTool={imagesTool}
            emojiTool={emojiTool}
            footTools={writingTool}
            dispatch={dispatch}
          />
          {measure && !isReadOnly && fixed.length === 0 && draft.channelIds.length > 0 ? (
            <Suspense>
              <PreflightWarnings {...submission} unknown={plans.unknown} />
            </Suspense>
          ) : null}
        </div>
        <PreviewPane {...preview} />
      </div>
      <SubmitBar
        {...submission}
        phase={phase}
        memberId={memberId}
        hasSlots={props.channelSets !== null}
        isEdit={isEdit}
        isScheduled={isEdit && composer.start.when.type === "at"}
        fixed={fixed.length}
        isReadOnly={isReadOnly}
        compact={
          <>
            {counts}
            <span className="-ml-2.5 flex items-center">
              {imagesTool}
              {emojiTool}
              <Suspense>{writingTool}</Suspense>
            </span>
          </>
        }
        choice={composer.choice}
        onSubmit={waiting.submit}
        dispatch={dispatch}
      />
    </>
  );
}
