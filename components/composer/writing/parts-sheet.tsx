"use client";
import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Sheet } from "#components/ui/card";
import { Kbd } from "#components/ui/kbd";
import { later } from "#components/ui/later";
import { Notice } from "#components/ui/notice";
import { limits } from "#lib/contract/limits";
import { ImagesInput } from "../images/add-images.tsx";
import { sortFiles } from "../images/files.ts";
import type { useUploads } from "../images/use-uploads.ts";
import type { Draft, PartId } from "../machine/draft.ts";
import type { ComposerEvent } from "../machine/events.ts";
import { CountMark } from "./part-counts.tsx";
import { PartRow } from "./part-row.tsx";
import type { Measure } from "./use-measure.ts";
import type { PartActs } from "./use-part-acts.ts";
import type { usePlans } from "./use-plans.ts";

const ImageStrip = later(() => import("../images/image-strip.tsx").then((file) => file.ImageStrip));

type PartsSheetProps = {
  draft: Draft;
  activeId: PartId | undefined;
  isReadOnly: boolean;
  plans: ReturnType<typeof usePlans>;
  measure: Measure | null;
  acts: PartActs;
  uploads: ReturnType<typeof useUploads>;
  imagesTool: ReactNode;
  /** Tools of the whole sheet. */
  footTools: ReactNode;
  dispatch: (event: ComposerEvent) => void;
};

/** The sheet that is written on: all parts, the images of the first, and the way to the next. */
export function PartsSheet(props: PartsSheetProps) {
  const { draft, activeId, isReadOnly, plans, measure, acts, uploads, imagesTool, footTools, dispatch } = props;
  const [refused, setRefused] = useState<readonly string[]>([]);
  const total = draft.parts.length;
  const isFull = total >= limits.parts;

  function addFiles(files: File[]) {
    if (isReadOnly || files.length === 0) return;
    const sorted = sortFiles(files, limits.imagesPerPost - draft.images.length);
    setRefused(sorted.refused);
    if (sorted.taken.length > 0) dispatch({ type: "images-added", images: sorted.taken.map(uploads.hold) });
  }

  return (
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
              isActive={part.id === activeId}
              tools={index === 0 ? imagesTool : undefined}
            >
              {index === 0 && draft.images.length > 0 ? (
                <Suspense fallback={<div className="mt-2 h-[104px]" />}>
                  <ImageStrip
                    images={draft.images}
                    previewOf={uploads.previewOf}
                    isReadOnly={isReadOnly}
                    dispatch={dispatch}
                  />
                </Suspense>
              ) : undefined}
            </PartRow>
          ))}
        </ol>
      </div>
      <ImagesInput onFiles={addFiles} />
      {refused.length > 0 ? (
        <Notice role="alert" tone="failed" className="mb-3">
          {refused.join(" ")}
        </Notice>
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
        <span className="max-sm:hidden">{footTools}</span>
        {plans.joined.length > 0 ? (
          <p className="ml-auto flex flex-wrap justify-end gap-x-3.5 text-13">
            {plans.joined.map(({ rules, count }) => (
              <CountMark key={rules.slug} rules={rules} count={count} label="joined" />
            ))}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}
