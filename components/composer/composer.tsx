"use client";
import { Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { announce } from "#components/ui/announce";
import { Sheet } from "#components/ui/card";
import { Kbd } from "#components/ui/kbd";
import { Notice } from "#components/ui/notice";
import { TopBar } from "#components/ui/page";
import { showToast } from "#components/ui/toast";
import { limits } from "#lib/contract/limits";
import { platformName } from "#lib/contract/platforms";
import type { Channel, Post } from "#lib/contract/types";
import { useNow } from "../ui/use-now.ts";
import { ActiveCounts } from "./active-counts.tsx";
import { AddImages, ImagesInput } from "./add-images.tsx";
import { ChannelBar } from "./channel-bar.tsx";
import { findObstacle } from "./check.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { DraftNotices } from "./draft-notices.tsx";
import { sortFiles } from "./files.ts";
import { ImageStrip } from "./image-strip.tsx";
import { newId } from "./new-id.ts";
import { draftOf } from "./outgoing.ts";
import { CountMark } from "./part-counts.tsx";
import { PartRow } from "./part-row.tsx";
import { PreviewPane, PreviewToggle } from "./preview-pane.tsx";
import { RefusedNotice } from "./refused-notice.tsx";
import { Results } from "./results.tsx";
import { SaveNote } from "./save-note.tsx";
import { SendBar } from "./send-bar.tsx";
import { type Intent, isEditable, type Subject } from "./step.ts";
import { useComposer } from "./use-composer.ts";
import { useKeyboardInset } from "./use-keyboard-inset.ts";
import { useMeasure } from "./use-measure.ts";
import { usePartActs } from "./use-part-acts.ts";
import { usePlans } from "./use-plans.ts";
import { useSaidLengths } from "./use-said-lengths.ts";
import { useSendKey } from "./use-send-key.ts";

type ComposerProps = {
  subject: Subject;
  draft: Draft;
  memberId: string;
  memberName: string;
  channels: readonly Channel[];
  zone: string;
  nowMs: number;
};

/** Writing a post: parts on a thread line, where and when it goes, and what became of it. */
export function Composer({ subject, draft: start, memberId, memberName, channels, zone, nowMs }: ComposerProps) {
  const knownChannelIds = useMemo(() => channels.map((channel) => channel.id), [channels]);
  const composer = useComposer({ subject, draft: start, memberId, knownChannelIds });
  const { state, dispatch, uploads, kept, restored, setRestored, latest } = composer;
  const { draft, phase } = state;
  const measure = useMeasure();
  const now = useNow(nowMs);
  const { acts, activeId, aim } = usePartActs(latest, dispatch);
  const [obstacle, setObstacle] = useState<string | null>(null);
  const [refusedFiles, setRefusedFiles] = useState<readonly string[]>([]);
  const chosen = useMemo(
    () => channels.filter((channel) => draft.channelIds.includes(channel.id)),
    [channels, draft.channelIds],
  );
  const plans = usePlans(draft, chosen, measure);
  const isReadOnly = !isEditable(phase);
  const isEdit = subject.is === "post";
  const total = draft.parts.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an obstacle is told until something is changed
  useEffect(() => setObstacle(null), [draft]);

  function submit(intent: Intent) {
    const found = findObstacle(latest.current.draft, intent, { channels, measure, now: new Date() });
    setObstacle(found);
    if (!found) dispatch({ type: "submitted", intent, repeatKey: newId() });
  }
  useSendKey(() => submit("send"));
  useKeyboardInset();
  useSaidLengths(plans.planned, measure);

  function addFiles(files: File[]) {
    if (isReadOnly || files.length === 0) return;
    const { taken, refused } = sortFiles(files, limits.imagesPerPost - latest.current.draft.images.length);
    setRefusedFiles(refused);
    if (taken.length > 0) dispatch({ type: "images-added", images: taken.map(uploads.hold) });
  }

  function startOver() {
    const before = latest.current.draft;
    const partId = newId();
    const blank = isEdit ? start : { ...emptyDraft(partId, limits.pointsDefault), channelIds: before.channelIds };
    aim.current = blank.parts[0]?.id ?? null;
    dispatch({ type: "restored", draft: blank });
    setRestored({ is: "no" });
    showToast({
      message: isEdit ? "Back to the post as it is kept" : "Started over",
      undo: () => dispatch({ type: "restored", draft: before }),
    });
  }

  function rebase(post: Post, keepWords: boolean) {
    const newer = draftOf(post, zone, newId);
    dispatch({ type: "rebased", version: post.version ?? 0, draft: keepWords ? latest.current.draft : newer });
    announce(keepWords ? "Your words are kept over the newer ones" : "The newer words are shown");
  }

  if (phase.at === "sent") {
    return (
      <>
        <TopBar title={phase.intent === "draft" ? "Saved" : "Sent"} />
        <div className="w-full max-w-[760px] px-7 pb-10 max-sm:px-4">
          <Results
            postIds={phase.postIds}
            channels={channels}
            zone={zone}
            now={now}
            intent={phase.intent}
            onAnew={
              isEdit
                ? null
                : () => {
                    const id = newId();
                    aim.current = id;
                    setRestored({ is: "no" });
                    dispatch({ type: "started-anew", id, points: limits.pointsDefault });
                  }
            }
          />
        </div>
      </>
    );
  }

  const imagesTool = <AddImages isFull={draft.images.length >= limits.imagesPerPost || isReadOnly} />;
  const active = draft.parts.find((part) => part.id === activeId) ?? draft.parts[0];
  const preview = { planned: plans.planned, unknown: plans.unknown, channels: chosen, texts: plans.texts, memberName };
  const pictures = draft.images.flatMap((image) => {
    const source = uploads.previewOf(image.id) ?? (image.state.is === "ready" ? image.state.url : null);
    return source && image.state.is !== "failed" ? [{ id: image.id, source }] : [];
  });

  return (
    <>
      <TopBar
        title={isEdit ? "Edit post" : total > 1 ? "New thread" : "New post"}
        note={<SaveNote keeping={kept.keeping} zone={zone} />}
        back={
          subject.is === "post" ? { href: `/posts/${encodeURIComponent(subject.postId)}`, label: "Post" } : undefined
        }
        actions={<PreviewToggle {...preview} pictures={pictures} />}
      />
      <div className="grid w-full items-start px-7 pb-8 max-sm:px-4 xl:grid-cols-[minmax(0,1fr)_minmax(320px,400px)] xl:gap-6">
        <div className="mx-auto w-full min-w-0 max-w-[760px]">
          <div className="mb-3">
            <ChannelBar
              channels={channels}
              chosenIds={draft.channelIds}
              isFixed={isEdit}
              isReadOnly={isReadOnly}
              onToggle={(channelId) => dispatch({ type: "channel-toggled", channelId })}
              onSet={(channelIds) => dispatch({ type: "channels-set", channelIds })}
            />
          </div>
          <RefusedNotice phase={phase} subject={state.subject} onRebase={rebase} />
          {obstacle ? (
            <Notice role="alert" tone="failed" className="mb-3">
              {obstacle}
            </Notice>
          ) : null}
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
          <Sheet className="px-6 pt-6 pb-3 max-sm:px-4 max-sm:pt-4">
            {/* biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere on the sheet; the button does the same by keyboard */}
            <div
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                if (event.dataTransfer.files.length === 0) return;
                event.preventDefault();
                addFiles([...event.dataTransfer.files]);
              }}
              onPaste={(event) => {
                if (event.clipboardData.files.length === 0) return;
                event.preventDefault();
                addFiles([...event.clipboardData.files]);
              }}
            >
              <ol aria-label="Parts">
                {draft.parts.map((part, index) => (
                  <PartRow
                    key={part.id}
                    part={part}
                    index={index}
                    total={total}
                    counted={plans.perPart}
                    measure={measure}
                    acts={acts}
                    isReadOnly={isReadOnly}
                    isActive={part.id === active?.id}
                    tools={index === 0 ? imagesTool : undefined}
                  >
                    {index === 0 ? (
                      <ImageStrip
                        images={draft.images}
                        previewOf={uploads.previewOf}
                        isReadOnly={isReadOnly}
                        dispatch={dispatch}
                      />
                    ) : undefined}
                  </PartRow>
                ))}
              </ol>
            </div>
            <ImagesInput onFiles={addFiles} />
            {refusedFiles.length > 0 ? (
              <Notice role="alert" tone="failed" className="mb-3">
                {refusedFiles.join(" ")}
              </Notice>
            ) : null}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-1">
              <button
                type="button"
                disabled={isReadOnly || total >= limits.parts}
                onClick={() => acts.addAfter(draft.parts.at(-1)?.id ?? "")}
                className="inline-flex h-8 items-center gap-2.5 rounded-chip pr-2 pl-1 text-14 text-ink-2 hover:text-ink disabled:opacity-50 pointer-coarse:h-11"
              >
                <Plus className="size-4 text-ink-3" />
                {total >= limits.parts ? `${limits.parts} parts: the most a thread holds` : "Add part"}
                <Kbd keys="enter+enter" />
              </button>
              {plans.joined.length > 0 ? (
                <p className="ml-auto flex flex-wrap justify-end gap-x-3.5 text-13">
                  {plans.joined.map(({ rules, count }) => (
                    <CountMark key={rules.slug} rules={rules} count={count} label="joined" />
                  ))}
                </p>
              ) : null}
            </div>
          </Sheet>
          {plans.unknown.map((slug) => (
            <p key={slug} className="mt-2 px-1 text-13 text-ink-3">
              {platformName(slug)}: no known limit; the service decides.
            </p>
          ))}
        </div>
        <PreviewPane {...preview} pictures={pictures} />
      </div>
      <SendBar
        draft={draft}
        phase={phase}
        now={now}
        isEdit={isEdit}
        isReadOnly={isReadOnly}
        compact={
          <>
            {imagesTool}
            <ActiveCounts text={active?.text ?? ""} counted={plans.perPart} joined={plans.joined} measure={measure} />
          </>
        }
        onSubmit={submit}
        dispatch={dispatch}
      />
    </>
  );
}
