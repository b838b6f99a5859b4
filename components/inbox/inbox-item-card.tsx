import { Check, ExternalLink, Mail, MailOpen } from "lucide-react";
import { type ReactNode, Suspense, useId } from "react";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { formatInboxItem, type InboxItemAction } from "#lib/contract/messages/inbox-messages.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { InboxItemIcon } from "./inbox-item-icon.tsx";
import { createInboxTimeFormatters, formatSince, type InboxTimeOptions } from "./inbox-times.ts";

type InboxCardProps = {
  item: InboxItem;
  reader: InboxTimeOptions;
  now: Date;
  /** True when this member may change posts here (`change`) and mark items (`mark`). */
  may: { change: boolean; mark: boolean };
  /** The assigned member and the end of a snooze. */
  triage: ReactNode;
  pending: InboxItemAction["type"] | null;
  onAct: (act: InboxItemAction) => void;
  onDone: () => void;
  onReopen: () => void;
  onToggleRead: () => void;
  /** Called when the focus reaches this item. */
  onMeet: () => void;
};

// Loaded beside the page: the title and the actions come first.
const InboxItemPosts = lazyComponent(() => import("./inbox-item-posts.tsx").then((file) => file.InboxItemPosts));

/** Shows the posts of one cause: what happened, what is safe, and the action that resolves it. */
export function InboxItemCard({ item, reader, now, may, triage, pending, ...on }: InboxCardProps) {
  const titleId = useId();
  const words = formatInboxItem(item, createInboxTimeFormatters(reader, now));
  const isOpen = item.state !== "done";
  return (
    <article
      aria-labelledby={titleId}
      data-item={item.key}
      tabIndex={-1}
      // Only for the card itself: controls inside have their own focus handling.
      onFocus={(event) => event.target === event.currentTarget && on.onMeet()}
      className="flex gap-4 rounded-card border bg-paper p-[18px] outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent max-sm:gap-3 max-sm:p-4"
    >
      <InboxItemIcon item={item} />
      <div className="min-w-0 flex-1">
        <header className="flex items-baseline justify-between gap-x-4 max-sm:flex-col">
          <h2
            id={titleId}
            className={joinClassNames(
              "max-w-full text-15 text-pretty wrap-anywhere",
              item.unread ? "font-semibold" : "font-medium",
            )}
          >
            {item.unread ? (
              <>
                <span aria-hidden="true" className="mr-2 mb-0.5 inline-block size-2 rounded-full bg-accent" />
                <span className="sr-only">Unread: </span>
              </>
            ) : null}
            {words.title}
          </h2>
          <time dateTime={item.latest} className="shrink-0 text-13 text-ink-3">
            {formatSince(item, reader, now)}
          </time>
        </header>
        {/* Advice about a solved problem would read as a task. */}
        {item.settled ? null : <p className="mt-0.5 max-w-[72ch] text-14 text-pretty text-ink-2">{words.text}</p>}
        {item.posts.length > 0 ? (
          <Suspense>
            <InboxItemPosts item={item} reader={reader} now={now} />
          </Suspense>
        ) : null}
        {/* On a phone it begins under the icon: actions and marks then share their rows. */}
        <footer className="mt-3.5 flex flex-wrap items-center gap-2 max-sm:-ml-12">
          {isOpen ? (
            <>
              {words.main ? (
                <ActionButton act={words.main} isMain may={may} pending={pending} onAct={on.onAct} />
              ) : null}
              {words.others.map((act) => (
                <ActionButton
                  key={act.type}
                  act={act}
                  may={may}
                  pending={pending}
                  onAct={on.onAct}
                  isDecision={!words.main}
                />
              ))}
              <span className="ml-auto flex flex-wrap items-center justify-end gap-1">
                {triage}
                {may.mark ? (
                  <>
                    <IconButton
                      label={item.unread ? "Mark as read" : "Mark as unread"}
                      aria-keyshortcuts="u"
                      onClick={on.onToggleRead}
                    >
                      {item.unread ? <MailOpen className="size-[18px]" /> : <Mail className="size-[18px]" />}
                    </IconButton>
                    <IconButton label="Done" aria-keyshortcuts="e" onClick={on.onDone}>
                      <Check className="size-[18px]" />
                    </IconButton>
                  </>
                ) : null}
              </span>
            </>
          ) : (
            <>
              <span className="text-13 text-ink-3">
                {item.settled ? "Resolved: nothing left to do." : "Dismissed. Its posts are still not published."}
              </span>
              {may.mark && !item.settled ? (
                <Button variant="quiet" size="small" className="ml-auto" onClick={on.onReopen}>
                  Move back
                </Button>
              ) : null}
            </>
          )}
        </footer>
      </div>
    </article>
  );
}

type ActionButtonProps = {
  act: InboxItemAction;
  isMain?: boolean;
  /** True for one of several actions without a recommended one. */
  isDecision?: boolean;
  may: { change: boolean };
  pending: InboxItemAction["type"] | null;
  onAct: (act: InboxItemAction) => void;
};

function ActionButton({ act, isMain, isDecision, may, pending, onAct }: ActionButtonProps) {
  if (act.type === "look") {
    return (
      <a
        href={act.href}
        target="_blank"
        rel="noreferrer"
        className={joinClassNames(buttonClass("quiet"), "max-w-full")}
      >
        <span className="truncate">{act.label}</span>
        <ExternalLink className="size-4 shrink-0" aria-label="in a new tab" />
      </a>
    );
  }
  if (act.type === "see") {
    return (
      <ButtonLink href={act.href} variant={isMain ? "filled" : "quiet"} data-main={isMain}>
        {act.label}
      </ButtonLink>
    );
  }
  if (!may.change) return null;
  return (
    <Button
      variant={isMain ? "filled" : isDecision ? "outline" : "quiet"}
      pending={pending === act.type}
      data-main={isMain}
      onClick={() => onAct(act)}
    >
      {act.label}
    </Button>
  );
}
