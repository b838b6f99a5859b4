import { useEffect, useState } from "react";
import type { Failure } from "#lib/contract/errors";
import { findMembers } from "./members.ts";
import { failureOf } from "./read.ts";

type Named = { id: string; name: string };

/** Ms after the last letter before members are looked for. */
const typingMs = 200;
/** Fewer are seen at a glance: no search is offered for them. */
const few = 8;

/** Active members to choose from, the first hundred by name that have the words typed. `first` saves the first reading. */
export function useMembers(first: readonly Named[] | null) {
  const [words, setWords] = useState("");
  const [members, setMembers] = useState(first);
  const [isMany, setMany] = useState((first?.length ?? 0) > few);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (words.trim() === "" && first) {
      setMembers(first);
      return;
    }
    const gone = new AbortController();
    const timer = setTimeout(
      () =>
        findMembers(words.trim(), gone.signal).then(
          ({ data, pagination }) => {
            setMembers(data);
            setFailure(null);
            if (pagination.total > few) setMany(true);
          },
          (error: unknown) => {
            if (!gone.signal.aborted) setFailure(failureOf(error));
          },
        ),
      words === "" ? 0 : typingMs,
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [words, first]);

  return { members, isMany, words, setWords, failure };
}
