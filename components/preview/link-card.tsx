"use client";
import { PenLine, RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { LinkCardChoice, LinkPreview } from "#lib/contract/types.ts";
import { findCardLinks, getCardLink } from "#lib/text/links/find-card-links.ts";
import { LinkCardForm } from "./link-card-form.tsx";
import { useLinkPreview } from "./use-link-preview.ts";

/** The author's choice about link cards, and how to change it; `onChoose` is null while nothing can be changed. */
export type LinkCardControl = { choice: LinkCardChoice | null; onChoose: ((choice: LinkCardChoice) => void) | null };

type LinkCardProps = LinkCardControl & { text: string; platform: string };

/** Ms without a change after which a typed link counts as complete. */
const settledMs = 600;

/** Shows the card that Postwright makes for the link of one part, with its settings. */
export function LinkCard(props: LinkCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const toggle = (open: boolean) => {
    setIsOpen(open);
    // The form's own fields are gone then.
    if (!open) box.current?.focus();
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <LinkCardContent {...props} isOpen={isOpen} onToggle={toggle} />
    </div>
  );
}

type LinkCardContentProps = LinkCardProps & { isOpen: boolean; onToggle: (isOpen: boolean) => void };

function LinkCardContent({ text, platform, choice, onChoose, isOpen, onToggle }: LinkCardContentProps) {
  const links = findCardLinks(text);
  const typed = getCardLink(text, choice);
  const url = useSettled(typed);
  if (links.length === 0) return null;
  const name = formatPlatformName(platform);
  const edit = (label: string) =>
    onChoose ? (
      <Button
        size="small"
        variant="quiet"
        className="-mx-2"
        icon={<PenLine className="size-3.5" />}
        onClick={() => onToggle(true)}
      >
        {label}
      </Button>
    ) : null;
  if (isOpen && onChoose) {
    const close = (next: LinkCardChoice | null) => {
      if (next) onChoose(next);
      onToggle(false);
    };
    return <LinkCardForm links={links} url={typed} choice={choice} onClose={close} />;
  }
  if (choice?.url === null) {
    return (
      <div className="mt-2 flex flex-wrap items-center gap-x-3 text-13 text-ink-3">
        <span>No link card.</span>
        {edit("Choose a link")}
      </div>
    );
  }
  if (url === null || url !== typed) return <CardSkeleton />;
  return <SettledCard url={url} name={name} own={choice?.url === url ? choice : null} edit={edit("Edit link card")} />;
}

type SettledCardProps = { url: string; name: string; own: LinkCardChoice | null; edit: React.ReactNode };

function SettledCard({ url, name, own, edit }: SettledCardProps) {
  const { result, readAgain } = useLinkPreview(url);
  if (result === null) return <CardSkeleton />;
  const { page, why } = result;
  const card = mergeCard(page, own, url);
  if (card) {
    return (
      <div>
        <CardFrame card={card} />
        <div className="mt-1">{edit}</div>
      </div>
    );
  }
  // A service with only the documented endpoints makes no cards.
  if (why === null) return <p className="mt-2 text-13 text-ink-3">No link card on {name}.</p>;
  return (
    <div className="mt-2 text-13 text-ink-3">
      <p>
        No link card on {name}. {why}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-6">
        <Button
          size="small"
          variant="quiet"
          className="-mx-2"
          icon={<RotateCw className="size-3.5" />}
          onClick={readAgain}
        >
          Try again
        </Button>
        {edit}
      </div>
    </div>
  );
}

/** Returns the card to show: the author's texts, else the page's; null without a title. */
function mergeCard(page: LinkPreview | null, own: LinkCardChoice | null, url: string): LinkPreview | null {
  const title = own?.title || page?.title;
  if (!title) return null;
  return { url, title, description: own?.description ?? page?.description ?? "", image: page?.image ?? null };
}

function CardFrame({ card: { url, title, description, image } }: { card: LinkPreview }) {
  return (
    <figure aria-label="Link card" className="mt-2 overflow-hidden rounded-control border border-line">
      {image ? <img src={image} alt="" className="aspect-[1.91] w-full border-line border-b object-cover" /> : null}
      <figcaption className="px-3 py-2">
        <span className="line-clamp-2 font-medium text-14 wrap-anywhere" dir="auto">
          {title}
        </span>
        {description ? (
          <span className="line-clamp-2 text-13 text-ink-2 wrap-anywhere" dir="auto">
            {description}
          </span>
        ) : null}
        <span className="block truncate text-12 text-ink-3">{URL.canParse(url) ? new URL(url).hostname : url}</span>
      </figcaption>
    </figure>
  );
}

function CardSkeleton() {
  return (
    <div role="status" className="mt-2 rounded-control border border-line px-3 py-2.5">
      <span className="sr-only">Reading the link's page</span>
      <Skeleton className="h-3.5 w-3/5" />
      <Skeleton className="mt-2 h-3 w-2/5" />
    </div>
  );
}

/** Returns the value once it has not changed for a while. */
function useSettled<T>(value: T): T | null {
  const [settled, setSettled] = useState<T | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
