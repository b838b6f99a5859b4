"use client";
import { PanelRight } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import type { Channel } from "#lib/contract/types";
import type { Planned } from "./use-plans.ts";

const Preview = lazy(() => import("../preview/preview.tsx").then((file) => ({ default: file.Preview })));
const Dialog = lazy(() => import("../ui/dialog.tsx").then((file) => ({ default: file.Dialog })));

type PreviewProps = {
  planned: readonly Planned[];
  unknown: readonly string[];
  channels: readonly Channel[];
  texts: readonly string[];
  memberName: string;
  pictures: readonly { id: string; source: string }[];
};

/** Beside the sheet on wide screens: how it will look on each platform. */
export function PreviewPane(props: PreviewProps) {
  return (
    <aside aria-label="Preview" className="sticky top-[60px] max-h-[calc(100dvh-160px)] overflow-y-auto max-xl:hidden">
      <Suspense>
        <Preview {...props} />
      </Suspense>
    </aside>
  );
}

/** Where there is no room beside the sheet, the preview opens over it. */
export function PreviewToggle(props: PreviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="xl:hidden">
      <Button icon={<PanelRight className="size-4" />} variant="quiet" onClick={() => setIsOpen(true)}>
        Preview
      </Button>
      {isOpen ? (
        <Suspense>
          <Dialog open onClose={() => setIsOpen(false)} title="Preview" size="medium">
            <Preview {...props} />
          </Dialog>
        </Suspense>
      ) : null}
    </div>
  );
}
