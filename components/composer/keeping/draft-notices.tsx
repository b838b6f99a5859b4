"use client";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { type Draft, isBlank } from "../machine/draft.ts";
import type { ComposerEvent } from "../machine/events.ts";
import type { Restored } from "../use-composer.ts";
import type { useKeptDraft } from "./use-kept-draft.ts";

type DraftNoticesProps = {
  draft: Draft;
  /** What the page began with. */
  start: Draft;
  isReadOnly: boolean;
  kept: ReturnType<typeof useKeptDraft>;
  restored: Restored;
  setRestored: (restored: Restored) => void;
  dispatch: (event: ComposerEvent) => void;
  onStartOver: () => void;
};

/** Where the words in view come from, when that is not from this page alone. */
export function DraftNotices(props: DraftNoticesProps) {
  const { draft, start, isReadOnly, kept, restored, setRestored, dispatch, onStartOver } = props;
  const { keeping } = kept;
  if (keeping.is === "other-tab" && !sameWords(keeping.kept.draft, draft)) {
    const other = keeping.kept.draft;
    return (
      <Question
        title="This draft is being written in another tab."
        yes="Use the other tab's"
        no="Keep this one"
        onYes={() => {
          dispatch({ type: "restored", draft: other });
          kept.insist();
        }}
        onNo={() => {
          kept.keep(draft, null);
          kept.insist();
        }}
      >
        Nothing written here is kept until you choose.
      </Question>
    );
  }
  if (restored.is === "stale") {
    const older = { ...restored.draft, channelIds: start.channelIds };
    return (
      <Question
        title="You had changed an older version of this post."
        yes="Use my changes"
        no="Forget them"
        onYes={() => {
          dispatch({ type: "restored", draft: older });
          setRestored({ is: "no" });
        }}
        onNo={() => {
          kept.forget();
          setRestored({ is: "no" });
        }}
      />
    );
  }
  if (restored.is !== "yes" || isReadOnly || isBlank(draft)) return null;
  return (
    <Notice
      role="status"
      className="mb-3"
      actions={
        <Button size="small" onClick={onStartOver}>
          Start over
        </Button>
      }
    >
      Here is what you had written.
    </Notice>
  );
}

type QuestionProps = {
  title: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
  children?: ReactNode;
};

/** A quiet question about which words to go on with. */
function Question({ title, yes, no, onYes, onNo, children }: QuestionProps) {
  return (
    <Notice
      role="status"
      title={title}
      className="mb-3"
      actions={
        <>
          <Button size="small" onClick={onYes}>
            {yes}
          </Button>
          <Button size="small" variant="quiet" onClick={onNo}>
            {no}
          </Button>
        </>
      }
    >
      {children}
    </Notice>
  );
}

/** Whether two drafts read the same, for asking only where it matters. */
function sameWords(one: Draft, other: Draft): boolean {
  const words = (draft: Draft) => JSON.stringify(draft.parts.map((part) => part.text));
  return words(one) === words(other);
}
