"use client";
import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ImageFileInput } from "#components/composer/media/add-images-button.tsx";
import type { useUploads } from "#components/composer/media/upload/use-uploads.ts";
import type { useAddFiles } from "#components/composer/media/use-add-files.ts";
import type { ComposerEvent } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft, DraftPart, PartId } from "#components/composer/state/draft.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { Paper } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { limits } from "#lib/contract/limits.ts";
import { CharacterCount } from "./counts/character-count.tsx";
import { DebouncedDescription } from "./counts/debounced-description.tsx";
import type { PartSelection } from "./document-view.tsx";
import { documentFieldId, getPartFieldId, joinedRemainingId } from "./input/editor-fields.ts";
import { PartRow } from "./part-row.tsx";
import { chunkParts, type PartChunk } from "./part-row-chunks.ts";
import type { TextEngine } from "./text-engine/load-text-engine.ts";
import type { useDeliveryPlans } from "./text-engine/use-delivery-plans.ts";
import type { PartActions } from "./use-part-actions.ts";
import type { EditorViewMode } from "./view-switch.tsx";

const getTextarea = (id: string) => document.getElementById(id) as HTMLTextAreaElement | null;

/** Returns the current view and a function that changes it and takes the caret and selection along. */
function useEditorView(parts: readonly DraftPart[], activeId: PartId | undefined, measure: TextEngine | null) {
  const [view, setView] = useState<EditorViewMode>("parts");
  const place = useRef<PartSelection>({ part: 0, start: 0, end: 0 });
  const isDue = useRef(false);

  function show(next: EditorViewMode) {
    if (next === view || !measure) return;
    if (next === "document") {
      const part = Math.max(
        0,
        parts.findIndex(({ id }) => id === activeId),
      );
      const field = getTextarea(getPartFieldId(parts[part]?.id ?? ""));
      place.current = { part, start: field?.selectionStart ?? 0, end: field?.selectionEnd ?? 0 };
    } else {
      const field = getTextarea(documentFieldId);
      const from = measure.toPartPosition(field?.value ?? "", field?.selectionStart ?? 0, limits.parts);
      const to = measure.toPartPosition(field?.value ?? "", field?.selectionEnd ?? 0, limits.parts);
      const end = to.part === from.part ? to.at : (parts[from.part]?.text.length ?? 0);
      place.current = { part: from.part, start: from.at, end };
      isDue.current = true;
    }
    setView(next);
  }

  useLayoutEffect(() => {
    if (view !== "parts" || !isDue.current) return;
    isDue.current = false;
    const { part, start, end } = place.current;
    const field = getTextarea(getPartFieldId(parts[part]?.id ?? ""));
    field?.focus();
    field?.setSelectionRange(start, end);
  }, [view, parts]);

  return { view, from: place.current, show };
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
  imagesTool: ReactNode;
  /** Rendered at the part in focus. */
  emojiTool: ReactNode;
  /** Tools for the whole variant. */
  footTools: ReactNode;
  dispatch: (event: ComposerEvent) => void;
};

/** The editor: all parts, the images of the first one, and the button for the next part. */
export function ThreadEditor(props: ThreadEditorProps) {
  const { draft, before, activeId, isReadOnly, plans, measure, actions, uploads, dispatch } = props;
  const { adding, describes, imagesTool, emojiTool, footTools } = props;
  const platforms = useMemo(() => plans.planned.map(({ rules }) => rules), [plans.planned]);
  const total = draft.parts.length;
  const isFull = total >= limits.parts;
  const { view, from, show } = useEditorView(draft.parts, activeId, measure);

  const firstTools = useMemo(
    () => (
      <>
        {imagesTool}
        {emojiTool}
      </>
    ),
    [imagesTool, emojiTool],
  );
  const toolsAt = (index: number, isActive: boolean) =>
    isActive ? (index === 0 ? firstTools : emojiTool) : index === 0 ? imagesTool : undefined;

  const pictures =
    draft.images.length > 0 ? (
      <Suspense fallback={<div className="mt-2 h-[104px]" />}>
        <ImageStrip
          images={draft.images}
          previewOf={uploads.previewOf}
          isReadOnly={isReadOnly}
          platforms={platforms}
          describes={describes}
          dispatch={dispatch}
        />
      </Suspense>
    ) : undefined;

  return (
    <Paper className="px-6 pt-6 pb-3 max-sm:px-4 max-sm:pt-4">
      {/* Files may be dropped anywhere on the editor; the button does the same by keyboard. */}
      <div {...adding.handlers}>
        {view === "document" ? (
          <Suspense fallback={<div className="min-h-[130px]" />}>
            <DocumentView
              parts={draft.parts}
              counted={plans.perPart}
              measure={measure}
              actions={actions}
              hasThreads={plans.hasThreads}
              isReadOnly={isReadOnly}
              from={from}
            />
            {pictures}
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
                tools={toolsAt(index, part.id === activeId)}
              >
                {index === 0 ? pictures : undefined}
              </PartRow>
            )}
          />
        )}
      </div>
      <ImageFileInput onFiles={adding.add} />
      {adding.added.refused.length + adding.added.unfit.length > 0 ? (
        <Suspense>
          <RejectedFiles added={adding.added} onDone={adding.setAdded} onUse={adding.take} />
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
        <span className="flex items-center max-sm:hidden">
          {footTools}
          {view === "document" ? emojiTool : null}
        </span>
        {measure ? (
          <Suspense>
            <ViewSwitch view={view} onView={show} />
          </Suspense>
        ) : null}
        <DebouncedDescription id={joinedRemainingId} text={measure?.describeRemaining(plans.joined) ?? ""} />
        {plans.joined.length > 0 ? (
          <p className="ml-auto flex flex-wrap justify-end gap-x-3.5 text-13">
            {plans.joined.map(({ rules, count }) => (
              <CharacterCount key={`${rules.slug}${rules.limit}`} rules={rules} count={count} label="joined" />
            ))}
          </p>
        ) : null}
      </div>
    </Paper>
  );
}
