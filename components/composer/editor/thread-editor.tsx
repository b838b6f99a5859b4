"use client";
import { Plus } from "lucide-react";
import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ImageFileInput } from "#components/composer/media/add-images-button.tsx";
import type { useUploads } from "#components/composer/media/upload/use-uploads.ts";
import type { useAddFiles } from "#components/composer/media/use-add-files.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft, DraftImage, DraftPart, PartId, VariantId } from "#components/composer/state/draft.ts";
import { getPartImages } from "#components/composer/state/part-images.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { Paper } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { limits } from "#lib/contract/limits.ts";
import { CharacterCount } from "./counts/character-count.tsx";
import { DebouncedDescription } from "./counts/debounced-description.tsx";
import type { PartSelection } from "./document-view.tsx";
import { joinedRemainingId } from "./input/editor-fields.ts";
import { PartRow } from "./part-row.tsx";
import { chunkParts, type PartChunk } from "./part-row-chunks.ts";
import type { TextEngine } from "./text-engine/load-text-engine.ts";
import type { useDeliveryPlans } from "./text-engine/use-delivery-plans.ts";
import type { PartActions } from "./use-part-actions.ts";
import type { EditorViewMode } from "./view-switch.tsx";

const atStart: PartSelection = { part: 0, start: 0, end: 0 };

/** Returns the images of each part; the list stays the same while only texts change. */
function usePartImages(draft: ComposerDraft): readonly (readonly DraftImage[])[] {
  const key = draft.images.length > 0 ? draft.parts.map(({ images = [] }) => images.join()).join(";") : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the places of the images
  return useMemo(() => getPartImages(draft, draft.parts), [draft.images, draft.own, key]);
}

/** A thread of more parts than this is longer than a screen, and so is one part of more characters than this. */
const manyParts = 12;
const longPart = 5_000;

const none: readonly PartChunk[] = [];

/** `row` sets the key. */
type PartRowsProps = { parts: readonly DraftPart[]; row: (part: DraftPart, index: number) => ReactNode };

/**
 * Renders the rows of all parts. In a long thread the browser skips the layout of rows out of view, one chunk at a
 * time: on each keystroke it checks every skippable element and composites each again.
 */
function PartRows({ parts, row }: PartRowsProps) {
  const shown = useRef(none);
  const tens = useMemo(() => chunkParts(parts, shown.current), [parts]);
  useLayoutEffect(() => {
    shown.current = tens;
  });
  let index = 0;
  return (
    // Not an `ol`, because its items would have to be its own children.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="list" aria-label="Parts">
      {tens.map((ten) => (
        <div
          key={ten.key}
          className={joinClassNames(
            // The last row of a chunk reaches into the next one.
            "-mb-0.5 pb-0.5",
            (parts.length > manyParts || (parts.length > 1 && ten.parts.some(({ text }) => text.length > longPart))) &&
              "[contain-intrinsic-size:auto_920px] [content-visibility:auto]",
          )}
        >
          {ten.parts.map((part) => row(part, index++))}
        </div>
      ))}
    </div>
  );
}

const ImageStrip = lazyComponent(() =>
  import("#components/composer/media/image-strip.tsx").then((file) => file.ImageStrip),
);
const RejectedFiles = lazyComponent(() =>
  import("#components/composer/media/rejected-files.tsx").then((file) => file.RejectedFiles),
);

const DocumentView = lazyComponent(() => import("./document-view.tsx").then((file) => file.DocumentView));
const ViewSwitch = lazyComponent(() => import("./view-switch.tsx").then((file) => file.ViewSwitch));

type ThreadEditorProps = {
  draft: ComposerDraft;
  latest: RefObject<ComposerState>;
  variantId: VariantId;
  /** Number of published parts before these. */
  before: number;
  activeId: PartId | undefined;
  isReadOnly: boolean;
  plans: ReturnType<typeof useDeliveryPlans>;
  measure: TextEngine | null;
  actions: PartActions;
  uploads: ReturnType<typeof useUploads>;
  adding: ReturnType<typeof useAddFiles>;
  /** True if the service stores alt text. */
  describes: boolean;
  /** The counts of the part in focus, for the document. */
  counts: ReactNode;
  imagesTool: ReactNode;
  /** Rendered at the part in focus. */
  emojiTool: ReactNode;
  /** Tools for the whole variant. */
  footTools: ReactNode;
  dispatch: (event: ComposerEvent) => void;
};

/** The editor: all parts with their images, and the button for the next part. */
export function ThreadEditor(props: ThreadEditorProps) {
  const { draft, latest, variantId, before, activeId, isReadOnly, plans, measure, actions, uploads, dispatch } = props;
  const { adding, describes, imagesTool, emojiTool, footTools } = props;
  const platforms = useMemo(() => plans.planned.map(({ rules }) => rules), [plans.planned]);
  const total = draft.parts.length;
  const isFull = total >= limits.parts;
  const [{ view, from }, setView] = useState({ view: "parts" as EditorViewMode, from: atStart });

  const activeTools = useMemo(
    () => (
      <>
        {imagesTool}
        {emojiTool}
      </>
    ),
    [imagesTool, emojiTool],
  );
  const images = usePartImages(draft);
  const rejected = adding.added.refused.length + adding.added.unfit.length > 0 ? adding.added : null;
  const rejectedAt = draft.parts.findIndex(({ id }) => id === rejected?.partId);
  const contentAt = (index: number) => {
    const own = images[index] ?? [];
    const isRejected = rejected && view === "parts" && index === rejectedAt;
    if (own.length === 0 && !isRejected) return undefined;
    return (
      <Suspense fallback={<div className="mt-2 h-[104px]" />}>
        {own.length > 0 ? (
          <ImageStrip
            images={own}
            latest={latest}
            variantId={variantId}
            part={index + 1}
            parts={total}
            previewOf={uploads.previewOf}
            isReadOnly={isReadOnly}
            platforms={platforms}
            describes={describes}
            dispatch={dispatch}
          />
        ) : null}
        {isRejected ? <RejectedFiles added={rejected} onDone={adding.setAdded} onUse={adding.take} /> : null}
      </Suspense>
    );
  };

  return (
    <Paper className="px-6 pt-6 pb-3 max-sm:px-4 max-sm:pt-4">
      {/* Files may be dropped anywhere on the editor; the button does the same by keyboard. */}
      <div {...adding.handlers}>
        {view === "document" ? (
          <Suspense fallback={<div className="min-h-[130px]" />}>
            <DocumentView
              parts={draft.parts}
              activeId={activeId}
              counted={plans.perPart}
              measure={measure}
              actions={actions}
              hasThreads={plans.hasThreads}
              isReadOnly={isReadOnly}
              from={from}
              counts={props.counts}
            />
            {images.map((own, index) =>
              own.length > 0 ? <div key={draft.parts[index]?.id}>{contentAt(index)}</div> : null,
            )}
          </Suspense>
        ) : (
          <PartRows
            parts={draft.parts}
            row={(part, index) => (
              <PartRow
                key={part.id}
                part={part}
                index={index}
                before={before}
                total={total}
                counted={plans.perPart}
                measure={measure}
                actions={actions}
                isReadOnly={isReadOnly}
                isActive={part.id === activeId}
                tools={part.id === activeId ? activeTools : undefined}
              >
                {contentAt(index)}
              </PartRow>
            )}
          />
        )}
      </div>
      <ImageFileInput onFiles={adding.add} />
      {rejected && (view === "document" || rejectedAt === -1) ? (
        <Suspense>
          <RejectedFiles added={rejected} onDone={adding.setAdded} onUse={adding.take} />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-1">
        <button
          type="button"
          disabled={isReadOnly || isFull}
          onClick={() => actions.addAfter(draft.parts.at(-1)?.id ?? "")}
          className="inline-flex h-8 items-center gap-2.5 rounded-chip pr-2 pl-1 text-14 text-ink-2 hover:text-ink disabled:opacity-50 pointer-coarse:h-11"
        >
          <Plus className="size-4 text-ink-3" />
          {isFull ? `${limits.parts} parts: the maximum` : "Add part"}
          <Kbd keys="enter+enter+enter" />
        </button>
        {/* Tools and switch come at once: late tools would push the switch aside, under a person's pointer. */}
        <Suspense>
          <span className="flex items-center max-sm:hidden">
            {footTools}
            {view === "document" ? activeTools : null}
          </span>
          {measure ? (
            <ViewSwitch view={view} parts={draft.parts} activeId={activeId} measure={measure} onView={setView} />
          ) : null}
        </Suspense>
        <DebouncedDescription id={joinedRemainingId} text={measure?.describeRemaining(plans.joined) ?? ""} />
        {plans.joined.length > 0 && view === "parts" ? (
          // On phones the bar above the keyboard has these counts.
          <p className="ml-auto flex flex-wrap justify-end gap-x-3.5 text-13 max-sm:hidden">
            <span className="text-ink-3">As one post</span>
            {plans.joined.map(({ rules, count }) => (
              <CharacterCount key={`${rules.slug}${rules.limit}`} rules={rules} count={count} />
            ))}
          </p>
        ) : null}
      </div>
    </Paper>
  );
}
