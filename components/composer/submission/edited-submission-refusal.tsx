"use client";
import { useEffect, useState } from "react";
import type { EditedSubject, EditedSubmission } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import {
  continueOnNewest,
  type ElsewhereChange,
  listChangesElsewhere,
  openSubmission,
} from "#components/composer/state/submission/edited-submission.ts";
import { findChannelRefusal } from "#components/composer/submit/channel-refusal.ts";
import { FailureBanner, RefusalBanner } from "#components/composer/submit/refusal-banner.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { readResource } from "#lib/queries/read-resource.ts";
import { formatChannelName, formatList } from "./format-channel-names.ts";

/**
 * Continues on the newer version with its content, or with this page's content if `newer` is null. `isMine` is true if the
 * author keeps their text.
 */
export type Rebase = (newest: EditedSubject, newer: ComposerDraft | null, isMine?: boolean) => void;

type EditedSubmissionRefusalProps = {
  failure: Failure;
  subject: EditedSubject;
  whole: EditedSubmission;
  draft: ComposerDraft;
  /** The draft that the page began with. */
  start: ComposerDraft;
  channels: readonly Channel[];
  onRebase: Rebase;
  onTakeOff: (channelId: string) => void;
  /** Moves to a part, counted from 0, of the channel's text. */
  onGoTo: (channelId: string, part: number) => void;
};

/** Explains why the posts of a submission were not changed. Posts that changed elsewhere are read first. */
export function EditedSubmissionRefusal(props: EditedSubmissionRefusalProps) {
  const { failure, whole } = props;
  const [newest, setNewest] = useState<readonly Post[] | null>(null);
  const mayBeChanged = failure.code === "conflict" || failure.code === "not_found";
  useEffect(() => {
    if (!mayBeChanged) return;
    const stop = new AbortController();
    const path = `submissions/${encodeURIComponent(whole.id)}`;
    // Without the newest posts the refusal itself says what happened.
    readResource<Post[]>(path, { text: "full" }, stop.signal).then(setNewest, () => undefined);
    return () => stop.abort();
  }, [mayBeChanged, whole.id]);
  const changes = newest ? listChangesElsewhere(whole, newest) : [];
  if (newest && changes.length > 0) return <ChangedElsewhere {...props} newest={newest} changes={changes} />;
  return <ChannelRefusal {...props} />;
}

const changeLabels: Partial<Record<ElsewhereChange["type"], string>> = {
  edited: "edited",
  added: "added",
  publishing: "being published",
};

/** Names what changed elsewhere on which channels, and lets the author choose the text to continue with. */
function ChangedElsewhere({
  subject,
  whole,
  draft,
  start,
  channels,
  onRebase,
  newest,
  changes,
}: EditedSubmissionRefusalProps & { newest: readonly Post[]; changes: readonly ElsewhereChange[] }) {
  const { zone } = usePreferences();
  const getPlatform = (id: string) => newest.find((post) => post.channel_id === id)?.channel ?? "";
  const name = (id: string) => formatChannelName(id, channels, getPlatform(id));
  const what = changes.map(({ channelId, type }) => `${changeLabels[type] ?? type} on ${name(channelId)}`);
  const edited = changes.filter(({ type }) => type === "edited").map(({ channelId }) => name(channelId));

  function continueEdit(takesTheirs: boolean) {
    const opened = openSubmission(newest, zone, newId, whole.isOfFailed);
    const first = opened?.whole.posts[0];
    if (!opened || !first) return;
    const { id: postId, version } = opened.whole.posts.find(({ id }) => id === subject.postId) ?? first;
    const continued = continueOnNewest({ draft, start, before: whole, newest: opened }, takesTheirs);
    onRebase({ type: "post", postId, version, whole: opened.whole }, continued, !takesTheirs);
  }

  const isOver = openSubmission(newest, zone, newId, whole.isOfFailed) === null;
  return (
    <RefusalBanner
      title="Nothing was changed."
      isOver={isOver}
      actions={
        edited.length > 0 ? (
          <>
            <Button size="small" onClick={() => continueEdit(true)}>
              Use theirs on {formatList(edited)}
            </Button>
            <Button size="small" onClick={() => continueEdit(false)}>
              Keep mine
            </Button>
          </>
        ) : (
          <Button size="small" onClick={() => continueEdit(false)}>
            Continue
          </Button>
        )
      }
    >
      Meanwhile this text was {formatList(what)}.
    </RefusalBanner>
  );
}

/** Names the channel that refuses, with what solves it. */
function ChannelRefusal({ failure, draft, channels, onTakeOff, onGoTo }: EditedSubmissionRefusalProps) {
  const refused = findChannelRefusal(failure, { channelIds: draft.channelIds }, channels);
  if (!refused) return <FailureBanner failure={failure} />;
  const { channel, part, isGone } = refused;
  const name = formatChannelName(channel.id, channels);
  const isDisconnected = /disconnected/.test(failure.message);
  return (
    <RefusalBanner
      title="Nothing was changed."
      actions={
        <>
          {part === null ? null : (
            <Button size="small" onClick={() => onGoTo(channel.id, part)}>
              Show the text
            </Button>
          )}
          {isGone || isDisconnected ? (
            <Button size="small" onClick={() => onTakeOff(channel.id)}>
              Remove {name}
            </Button>
          ) : null}
        </>
      }
    >
      {name}: {refused.why.replace(/ Nothing was changed\.$/, "")} Your text is still here.
    </RefusalBanner>
  );
}
