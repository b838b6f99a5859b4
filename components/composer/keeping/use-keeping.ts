"use client";
import { useCallback, useMemo, useRef, useState } from "react";
import type { DraftContent, WorkingDraft } from "#lib/contract/types";
import { type Draft, isBlank } from "../machine/draft.ts";
import { newId } from "../machine/new-id.ts";
import { drop, dropHere, recall, recallHere, remember, rememberHere } from "./browser-storage.ts";
import { contentOf, draftFrom, sameContent } from "./draft-content.ts";
import { draftIdFrom, type Kept, keptName, readKept, writeKept, writingName } from "./kept-draft.ts";
import type { Here } from "./save-words.ts";
import type { Saver } from "./saver.ts";
import type { Saves } from "./saves.ts";
import { useLeaving, useOtherTabs } from "./use-moments.ts";
import {
  addressOf,
  type Clash,
  cleared,
  follow,
  type KeepingAt,
  keepAfterMs,
  leaveBehind,
  namedHere,
  nothing,
  type Standing,
  standingAt,
  type Writing,
  writingOf,
} from "./writing.ts";

const newDraftId = () => draftIdFrom(newId());

/** Keeps what is written: in this browser within half a second, with the service soon after. */
export function useKeeping({ memberId, place, postId, opened, canSave, onTaken }: KeepingAt) {
  const tab = useMemo(() => newId(), []);
  const [here, setHere] = useState<Here>("nothing");
  const [saves, setSaves] = useState<Standing>(() => standingAt(opened?.savedAt ?? null));
  const [clash, setClash] = useState<Clash | null>(null);
  const writing = useRef(writingOf(opened));
  /** What is kept here is what the service has. */
  const isClean = useRef(opened !== null);
  const savedAt = useRef(opened?.savedAt ?? null);
  const isDirty = useRef(false);
  const blocked = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const saver = useRef<Saver | null>(null);
  const taken = useRef(onTaken);
  taken.current = onTaken;
  /** Named by each call of one submission. */
  const sending = useRef<string | null>(null);
  const pointer = writingName(memberId, place);

  const write = useCallback(
    (isSaved: boolean) => {
      const { id, draft, version, base } = writing.current;
      if (!id || !draft || blocked.current) return;
      const at = { keptAtMs: Date.now(), savedAt: savedAt.current };
      const kept: Kept = { draft, version, base, isSaved, by: tab, ...at };
      setHere(remember(keptName(memberId, id), writeKept(kept)) ? "kept" : "full");
    },
    [memberId, tab],
  );

  const onSaves = useCallback(
    (next: Saves<DraftContent>) => {
      const { current } = writing;
      const isFirst = next.savedAt !== null && next.savedAt !== savedAt.current;
      savedAt.current = next.savedAt;
      setSaves(next);
      if (next.clash) {
        const { version, at, gone } = next.clash;
        const draft = saver.current?.clashing();
        // Of another device, what is typed on goes on being kept here; another tab would be written over.
        if (at === "") blocked.current = true;
        if (draft) setClash((before) => before ?? { draft, version, at: at === "" ? null : at, gone });
        return;
      }
      if (!isFirst || !current.id) return;
      current.base = next.version;
      isClean.current = next.wanted === null && next.flight === null && !isDirty.current;
      write(isClean.current);
      follow(addressOf(postId, current.id));
    },
    [postId, write],
  );

  /** The saver comes with the first change: nothing of it is needed to stand. */
  const withSaver = useCallback(
    async (then: (saver: Saver) => void) => {
      const { id, base } = writing.current;
      if (!canSave || !id) return;
      const loaded = saver.current ? null : await import("./saver.ts").catch(() => null);
      if (loaded && id === writing.current.id) {
        const one: Saver = loaded.makeSaver({
          ...{ id, version: base, savedAt: savedAt.current },
          // Left for another draft it still brings its words to the service.
          onChange: (next) => (saver.current === one ? onSaves(next) : cleared(keptName(memberId, one.id()), next)),
        });
        saver.current ??= one;
      }
      if (saver.current && id === writing.current.id) then(saver.current);
    },
    [memberId, canSave, onSaves],
  );

  const contentNow = useCallback((): DraftContent | null => {
    const { draft, version } = writing.current;
    return draft && contentOf(draft, postId === null ? null : { id: postId, version: version ?? 0 });
  }, [postId]);

  const flush = useCallback(
    (isForced = true) => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
      if (isDirty.current && !blocked.current) {
        isDirty.current = false;
        write(false);
        const content = contentNow();
        if (content) void withSaver((one) => one.changed(content));
      }
      if (isForced) void withSaver((one) => one.flush());
    },
    [write, withSaver, contentNow],
  );

  const keep = useCallback(
    (draft: Draft, version: number | null) => {
      const { current } = writing;
      // Nothing is kept of what was never begun, nor once more what is there already.
      if (current.id === null && isBlank(draft)) return;
      if (isClean.current && current.draft && sameContent(contentOf(current.draft, null), contentOf(draft, null)))
        return;
      isClean.current = false;
      if (current.id === null) {
        current.id = newDraftId();
        rememberHere(pointer, current.id);
      }
      Object.assign(current, { draft, version });
      isDirty.current = true;
      setHere("behind");
      timer.current ??= setTimeout(() => flush(false), keepAfterMs);
    },
    [flush, pointer],
  );

  /** This tab writes something else from here on. */
  const begin = useCallback(
    (next: Writing) => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
      if (writing.current.id) dropHere(pointer, writing.current.id);
      if (next.id) rememberHere(pointer, next.id);
      saver.current = null;
      writing.current = { ...next };
      savedAt.current = null;
      isDirty.current = false;
      isClean.current = false;
      blocked.current = false;
      setClash(null);
      setSaves(standingAt(null));
      setHere("nothing");
      follow(addressOf(postId, next.base > 0 ? next.id : null));
    },
    [pointer, postId],
  );

  /** Another draft; the one before goes on to the service and stays there. @returns the way back to it */
  const another = useCallback(() => {
    const before = { ...writing.current };
    const { id, base } = before;
    const [content, left] = [contentNow(), saver.current];
    if (!isClean.current) {
      write(false);
      if (content) left?.changed(content);
      if (content && id && !left && canSave) {
        void leaveBehind(keptName(memberId, id), { id, base, content }).catch(() => undefined);
      }
    }
    sending.current = null;
    begin(nothing);
    left?.flush();
    return () => begin({ ...before, base: Math.max(base, left?.state().version ?? 0) });
  }, [memberId, canSave, begin, write, contentNow]);

  /** It was sent, or is not wanted: nothing of it stays in this browser. */
  const forget = useCallback(() => {
    const { id, base } = writing.current;
    saver.current?.end();
    if (id) drop(keptName(memberId, id));
    // A change of a post is not taken away by the change itself.
    if (id && base > 0 && canSave && sending.current !== id) {
      void import("#lib/actions/drafts").then(({ deleteDraft }) => deleteDraft({ id })).catch(() => undefined);
    }
    sending.current = null;
    begin(nothing);
  }, [memberId, canSave, begin]);

  /** What was kept earlier; from now on this tab writes it. */
  const take = useCallback((): Kept | null => {
    const legacy = `postwright:draft:${memberId}${place === null ? "" : `:${place}`}`;
    const id = writing.current.id ?? namedHere(memberId) ?? recallHere(pointer);
    const found = id === null ? null : readKept(recall(keptName(memberId, id)));
    const kept = found ?? (opened ? null : readKept(recall(legacy)));
    if (!kept) return null;
    writing.current = { id: id ?? newDraftId(), draft: kept.draft, version: kept.version, base: kept.base };
    const own = writing.current.id ?? "";
    rememberHere(pointer, own);
    if (!found) drop(legacy);
    const ofPost = postId === null ? null : { id: postId, version: kept.version ?? 0 };
    if (opened && sameContent(contentOf(kept.draft, ofPost), contentOf(opened.draft, ofPost))) return null;
    if (opened && (kept.isSaved || kept.base > opened.version)) return null;
    if (opened && kept.base < opened.version) {
      isClean.current = false;
      setClash({ draft: opened.draft, version: opened.version, at: opened.savedAt, gone: null });
      const content = contentOf(opened.draft, ofPost);
      void withSaver((one) => one.held({ content, version: opened.version, at: opened.savedAt, gone: null }));
    } else if (kept.isSaved) {
      isClean.current = true;
      savedAt.current = kept.savedAt;
      setSaves(standingAt(kept.savedAt));
    } else isClean.current = false;
    setHere("kept");
    return kept;
  }, [memberId, place, pointer, opened, postId, withSaver]);

  /** Whether it was changed elsewhere since it was kept here. */
  const check = useCallback(() => {
    const onNewer = (newer: WorkingDraft | null) => {
      if (!newer) return;
      const draft = draftFrom(newer, newId);
      Object.assign(writing.current, { base: newer.version, draft });
      isClean.current = true;
      taken.current(draft);
    };
    if (writing.current.base > 0) void withSaver((one) => void one.check(() => isClean.current).then(onNewer));
  }, [withSaver]);

  /** The author's choice after a clash. The composer puts theirs in view by itself. */
  const choose = useCallback(
    (choice: "mine" | "theirs" | "copy") => {
      blocked.current = false;
      setClash(null);
      const { current } = writing;
      if (choice === "copy") {
        if (clash?.at && current.id) drop(keptName(memberId, current.id));
        sending.current = null;
        current.id = newDraftId();
        current.base = 0;
        rememberHere(pointer, current.id);
      } else if (clash) current.base = clash.version;
      if (choice === "theirs" && clash) {
        current.draft = clash.draft;
        isClean.current = clash.at !== null;
      }
      const { id } = current;
      write(false);
      const content = contentNow();
      void withSaver((one) => {
        // First, so that what changes after it is news of no clash.
        one.choose(choice, id ?? "");
        if (choice !== "theirs" && content) one.changed(content);
      });
    },
    [memberId, clash, pointer, write, withSaver, contentNow],
  );

  /** The id that goes with each call of the submission; null where the service would not know it. */
  const spend = useCallback((): string | null => {
    if (!canSave || postId !== null) return null;
    sending.current ??= writing.current.id;
    return sending.current;
  }, [canSave, postId]);

  /** Some calls are through and others are not: what remains is a draft of its own from here on. */
  const remain = useCallback(() => {
    if (sending.current === null || writing.current.id !== sending.current) return;
    const { draft, version } = writing.current;
    saver.current?.end();
    drop(keptName(memberId, sending.current));
    begin(nothing);
    if (draft) keep(draft, version);
  }, [begin, keep, memberId]);

  const onOther = useCallback(
    (id: string, kept: Kept) => {
      const { draft, base } = writing.current;
      const ofPost = postId === null ? null : { id: postId, version: kept.version ?? 0 };
      if (id !== writing.current.id || kept.by === tab || !draft) return;
      const content = contentOf(kept.draft, ofPost);
      if (sameContent(content, contentOf(draft, ofPost))) return;
      blocked.current = true;
      const version = Math.max(kept.base, base);
      setClash({ draft: kept.draft, version, at: null, gone: null });
      void withSaver((one) => one.held({ content, version, at: "", gone: null }));
    },
    [postId, tab, withSaver],
  );
  useOtherTabs(memberId, onOther);
  useLeaving(flush);

  return { here, saves, clash, canSave, keep, flush, forget, take, check, choose, another, spend, remain };
}
