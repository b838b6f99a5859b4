"use client";
import { useMemo } from "react";
import { SearchField } from "#components/ui/controls/search-field.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { searchMembers } from "#lib/queries/member-search/search-members.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";

type AssigneePickerProps = { item: InboxItem; onChoose: (memberId: string | null) => void };

/** Lists the members who can open the item's posts: their authors and administrators. */
export function AssigneePicker({ item, onChoose }: AssigneePickerProps) {
  const authorIds = item.posts.flatMap(({ member }) => member?.id ?? []).join();
  const find = useMemo(() => {
    const authors = new Set(authorIds.split(","));
    return async (text: string, signal: AbortSignal) => {
      const { data, pagination } = await searchMembers(text, signal);
      return { data: data.filter(({ id, role }) => isAdmin(role) || authors.has(id)), pagination };
    };
  }, [authorIds]);
  const search = useMemberSearch(null, find);
  return (
    <div className="grid gap-2">
      {search.isMany ? <SearchField label="Find a member" text={search.text} onTextChange={search.setText} /> : null}
      <p className="text-13 font-medium">Assign to</p>
      {search.failure ? <Banner tone="failed">{search.failure.message}</Banner> : null}
      <div className="grid gap-0.5" aria-busy={search.members === null}>
        {search.members === null && !search.failure ? <Skeleton className="h-28 w-full" /> : null}
        {search.members?.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === item.assignee?.id}
            className="min-h-9 rounded-control px-2 text-left text-14 hover:bg-sunk aria-pressed:font-semibold pointer-coarse:min-h-11"
            onClick={() => onChoose(id)}
          >
            {name}
            {item.posts.some((post) => post.member?.id === id) ? <span className="text-ink-3"> · author</span> : null}
          </button>
        ))}
        {item.assignee ? (
          <button
            type="button"
            className="min-h-9 rounded-control px-2 text-left text-14 text-ink-2 hover:bg-sunk pointer-coarse:min-h-11"
            onClick={() => onChoose(null)}
          >
            Nobody
          </button>
        ) : null}
      </div>
      {search.members?.length === 0 ? <p className="text-13 text-ink-3">No one found.</p> : null}
      <p className="text-13 text-ink-3">They are notified. Authors and administrators can be assigned.</p>
    </div>
  );
}
