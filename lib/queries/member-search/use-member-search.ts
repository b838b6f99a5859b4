import { useEffect, useMemo, useState } from "react";
import type { Failure } from "#lib/contract/errors.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { type NamedPerson, withEqualNameHints } from "./equal-name-hints.ts";
import { searchMembers } from "./search-members.ts";

/** Ms after the last keystroke before the search starts. */
const typingMs = 200;
/** Fewer members fit on one screen and need no search. */
const few = 8;

type SearchMembers = (
  text: string,
  signal: AbortSignal,
) => Promise<{ data: readonly NamedPerson[]; pagination: { total: number } }>;

/**
 * Returns members to choose from: the first hundred matches for the typed text; equal names have a hint. `first` saves
 * the first read.
 * @param find the same function on every call
 */
export function useMemberSearch(first: readonly NamedPerson[] | null, find: SearchMembers = searchMembers) {
  const [text, setText] = useState("");
  const [members, setMembers] = useState(first);
  const [isMany, setMany] = useState((first?.length ?? 0) > few);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (text.trim() === "" && first) {
      setMembers(first);
      return;
    }
    const gone = new AbortController();
    const timer = setTimeout(
      () =>
        find(text.trim(), gone.signal).then(
          ({ data, pagination }) => {
            setMembers(data);
            setFailure(null);
            if (pagination.total > few) setMany(true);
          },
          (error: unknown) => {
            if (!gone.signal.aborted) setFailure(toReadFailure(error));
          },
        ),
      text === "" ? 0 : typingMs,
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [text, first, find]);

  const named = useMemo(() => members && withEqualNameHints(members), [members]);
  return { members: named, isMany, text, setText, failure };
}
