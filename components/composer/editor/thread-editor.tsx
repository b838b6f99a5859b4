"use client";
import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useMemo } from "react";
import { Paper } from "#components/ui/layout/card.tsx";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { limits } from "#lib/contract/limits.ts";
import { ImageFileInput } from "#components/composer/media/add-images-button.tsx";
import type { useAddFiles } from "#components/composer/media/use-add-files.ts";
import type { useUploads } from "#components/composer/media/upload/use-uploads.ts";
import type { ComposerDraft, PartId } from "#components/composer/state/draft.ts";
import type { ComposerEvent } from "#components/composer/state/composer-state.ts";
import { CharacterCount } from "./counts/character-count.tsx";
import { joinedRemainingId } from "./input/editor-fields.ts";
import { PartRow } from "./part-row.tsx";
import { PartRows } from "#components/composer/writing/part-rows.tsx";
import { DebouncedDescription } from "./counts/debounced-description.tsx";
import type { TextEngine } from "./text-engine/use-text-engine.ts";
import type { PartActions } from "./use-part-actions.ts";
import type { useDeliveryPlans } from "./text-engine/use-delivery-plans.ts";
import { useEditorView } from "#components/composer/writing/use-writing-view.ts";

const ImageStrip = lazyComponent(() => import("#components/composer/media/image-strip.tsx").then((file) => file.ImageStrip));
const RejectedFiles = lazyComponent(() => import("#components/composer/media/rejected-files.tsx").then((file) => file.RejectedFiles));

const DocumentView = lazyComponent(() => import("./document-view.tsx").then((file) => file.DocumentView));
const ViewSwitch = lazyComponent(() => import("./view-switch.tsx").then((file) => file.ViewSwitch));

type ThreadEditorProps = {
  draft: ComposerDraft;
  /** So many parts are out before these. */
  before: number;
  activeId: PartId | undefined;
  isReadOnly: boolean;
  plans: ReturnType<typeof useDeliveryPlans>;
  measure: TextEngine | null;
  acts: PartActions;
  uploads: ReturnType<typeof useUploads>;
  adding: ReturnType<typeof useAddFiles>;
  /** The service keeps descriptions of images. */
  describes: boolean;
  imagesTool: ReactNode;
  /** Stands at the part in focus. */
  emojiTool: ReactNode;
  /** Tools of the whole sheet. */
  footTools: ReactNode;
  dispatch: (event: ComposerEvent) => void;
};

/** The sheet that is written on: all parts, the images of the first, and the way to the next. */
export function ThreadEditor(props: ThreadEditorProps) {
  const { draft, before, activeId, isReadOnly, plans, measure, acts, uploads, dispatch } = props;
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
      {/* Files may be dropped anywhere on the sheet; the button does the same by keyboard. */}
      <div {...adding.handlers}>
        {view === "document" ? (
          <Suspense fallback={<div className="min-h-[130px]" />}>
            <DocumentView
              parts={draft.parts}
              counted={plans.perPart}
              measure={measure}
              acts={acts}
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
                acts={acts}
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
          <RejectedFiles added={adding.added} onDone={adding.setAdded} onTake={adding.take} />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-1">
        <button
          type="button"
          disabled={isReadOnly || isFull}
          onClick={() => acts.addAfter(draft.parts.at(-1)?.id ?? "")}
          className="inline-flex h-8 items-center gap-2.5 rounded-chip pr-2 pl-1 text-14 text-ink-2 hover:text-ink disabled:opacity-50 pointer-coarse:h-11"
        >
          <Plus className="size-4 text-ink-3" />
          {isFull ? `${limits.parts} parts: the most a thread holds` : "Add part"}
          <Kbd keys="enter+enter" />
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
        <DebouncedDescription id={joinedRemainingId} words={measure?.describeRemaining(plans.joined) ?? ""} />
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
