import { ChevronLeft, ChevronRight } from "lucide-react";
import { buttonClass } from "#components/ui/button-class";
import { IntentLink } from "#components/ui/intent-link";
import type { PostFilter } from "#lib/queries/posts";
import { addressOf } from "./filter.ts";

type PagerProps = PostFilter & { shown: number; total: number; pageSize: number };

/** Steps through the pages of a list by links, so that each page has an address. */
export function Pager({ status, page, shown, total, pageSize }: PagerProps) {
  const first = (page - 1) * pageSize + 1;
  const last = first + shown - 1;
  if (total <= pageSize && page === 1) return null;
  const number = (value: number) => value.toLocaleString("en-GB");
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center gap-2 text-13 text-ink-3">
      <p className="mr-auto tabular-nums">
        {shown > 0 ? `${number(first)} to ${number(last)} of ${number(total)}` : `None of ${number(total)} here`}
      </p>
      {page > 1 ? (
        <IntentLink href={addressOf({ status, page: page - 1 })} rel="prev" className={buttonClass("outline")}>
          <ChevronLeft className="size-4" /> Newer
        </IntentLink>
      ) : null}
      {last < total && shown > 0 ? (
        <IntentLink href={addressOf({ status, page: page + 1 })} rel="next" className={buttonClass("outline")}>
          Older <ChevronRight className="size-4" />
        </IntentLink>
      ) : null}
    </nav>
  );
}
