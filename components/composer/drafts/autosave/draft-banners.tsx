"use client";
import type { ReactNode } from "react";
import { isReplacement, type StartOverOptions, startOver } from "#components/composer/start-over.ts";
import type { ComposerEvent } from "#components/composer/state/composer-state.ts";
import { type ComposerDraft, isDraftBlank } from "#components/composer/state/draft.ts";
import type { RestoredDraft } from "#components/composer/use-composer.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { DraftConflictBanner } from "./draft-conflict-banner.tsx";
import type { DraftSession } from "./draft-session.ts";
import type { DraftConflict } from "./draft-sync.ts";

type DraftBannersProps = {
  draft: ComposerDraft;
  /** The draft that the page began with. */
  start: ComposerDraft;
  isEdit: boolean;
  isReadOnly: boolean;
  session: Pick<DraftSession, "resolveConflict" | "forget">;
  conflict: DraftConflict | null;
  restored: RestoredDraft;
  setRestored: (restored: RestoredDraft) => void;
  dispatch: (event: ComposerEvent) => void;
  startOver: StartOverOptions;
};

const choiceAnnouncements = {
  mine: "Kept your version",
  theirs: "Using the other version",
  copy: "Your version is a new draft",
};

/** Banners about the draft in view: a conflict, or a draft that was restored from storage. */
export function DraftBanners(props: DraftBannersProps) {
  const { draft, start, isEdit, isReadOnly, session, conflict, restored, setRestored, dispatch } = props;
  if (conflict) {
    const choose = (choice: "mine" | "theirs" | "copy") => {
      const theirs = conflict.draft;
      session.resolveConflict(choice);
      if (choice === "theirs") dispatch({ type: "restored", draft: theirs });
      if (choice === "copy") setRestored({ type: "no" });
      announce(choiceAnnouncements[choice]);
    };
    return <DraftConflictBanner conflict={conflict} mine={draft} onChoose={choose} />;
  }
  if (restored.type === "stale") {
    const older = { ...restored.draft, channelIds: start.channelIds };
    return (
      <RestoreQuestion
        title="You edited an older version of this post."
        yes="Use my changes"
        no="Discard them"
        onYes={() => {
          dispatch({ type: "restored", draft: older });
          setRestored({ type: "no" });
        }}
        onNo={() => {
          session.forget();
          setRestored({ type: "no" });
        }}
      />
    );
  }
  if (restored.type !== "yes" || isReadOnly || isDraftBlank(draft)) return null;
  return (
    <Banner
      role="status"
      className="mb-3"
      actions={
        isReplacement(props.startOver) ? null : (
          <Button size="small" onClick={() => startOver(props.startOver)}>
            {isEdit ? "Discard changes" : "New post"}
          </Button>
        )
      }
    >
      {isEdit ? "Your changes are not applied yet." : "Continuing your draft."}
    </Banner>
  );
}

type RestoreQuestionProps = {
  title: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
  children?: ReactNode;
};

/** A quiet banner that asks which draft to continue with. */
function RestoreQuestion({ title, yes, no, onYes, onNo, children }: RestoreQuestionProps) {
  return (
    <Banner
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
    </Banner>
  );
}
