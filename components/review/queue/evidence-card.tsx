"use client";
import { Copy, ExternalLink, Eye, MessageSquareReply } from "lucide-react";
import { useEffect, useState } from "react";
import { PreviewItem, type TextHighlighter } from "#components/preview/preview-item.tsx";
import {
  formatAuthorSummary,
  formatClaimDay,
  formatClaimInstant,
  formatPartCount,
  formatSimilarClaimState,
  formatSimilarity,
  getClaimAuthorName,
  getOpenLinkLabel,
  type ReviewTimeOptions,
} from "#components/review/claim-labels.ts";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Paper } from "#components/ui/layout/card.tsx";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { ClaimEvidence } from "#lib/contract/types.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";

export type ClaimChannelAccount = { name: string; username: string };

type EvidenceCardProps = {
  evidence: ClaimEvidence;
  /** The post's account, when it is still connected. */
  account: ClaimChannelAccount | undefined;
  times: ReviewTimeOptions;
  now: Date;
  onCompare: (id: string) => void;
};

/** Shows the evidence for a decision: the author, the post in its platform's form, its links, and similar claims. */
export function EvidenceCard({ evidence, account, times, now, onCompare }: EvidenceCardProps) {
  const { claim, parts, images, author, similar } = evidence;
  const highlight = useTextHighlighter();
  const links = parts.flatMap(({ url }, at) => {
    const link = url === null ? null : toSafeHref(url);
    return link ? [{ link, part: at + 1 }] : [];
  });
  const [first] = links;
  const name = account?.name ?? formatPlatformName(claim.channel);
  const pictures = images.flatMap(({ url, alt }) => {
    const source = toSafeHref(url);
    return source ? [{ id: url, source, alt }] : [];
  });
  return (
    <Paper className="p-5 max-sm:p-4">
      <header className="flex flex-wrap items-center gap-3">
        <InitialsAvatar name={claim.member?.name ?? "?"} size="large" />
        <div className="mr-auto min-w-0 leading-4.5">
          <h2 className="truncate text-15 font-semibold">{getClaimAuthorName(claim)}</h2>
          <p className="text-13 text-ink-3">
            {author ? formatAuthorSummary(author) : "Blind review: author and links are hidden until you decide"}
          </p>
        </div>
        {first ? (
          <a href={first.link} target="_blank" rel="noreferrer" className={buttonClass("quiet")}>
            <ExternalLink className="size-4" />
            {getOpenLinkLabel(claim.channel)}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : null}
      </header>
      <p className="mt-4 mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3 wrap-anywhere">
        <PlatformIcon platform={claim.channel} size="small" />
        {name} · {formatClaimInstant(claim.published_at, times, now)}, {getTimeZoneCity(times.zone)}
        {formatPartCount(evidence)}
        {evidence.post_exists ? "" : " · since deleted"}
      </p>
      <ol aria-label="The post">
        {parts.map(({ text }, at) => (
          <PreviewItem
            // biome-ignore lint/suspicious/noArrayIndexKey: its position identifies a part
            key={at}
            name={name}
            username={account?.username ?? ""}
            text={text}
            isLast={at === parts.length - 1}
            pictures={at === 0 ? pictures : noPictures}
            platform={claim.channel}
            markWords={highlight}
          />
        ))}
      </ol>
      {links.length > 1 ? (
        <p className="mt-3 flex flex-wrap gap-x-3 text-13 text-ink-3">
          {links.map(({ link, part }) => (
            <a
              key={link}
              href={link}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline-offset-2 hover:underline pointer-coarse:py-3"
            >
              Part {part}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ))}
        </p>
      ) : null}
      <div className="mt-3.5 grid gap-2 empty:hidden">
        {claim.appeal ? (
          <p className="flex gap-2.5 rounded-control bg-sunk px-3 py-2.5 text-13">
            <MessageSquareReply className="mt-px size-4 text-ink-3" />
            <span className="min-w-0 wrap-anywhere">
              <strong className="font-semibold">Appealed:</strong> {claim.appeal}
            </span>
          </p>
        ) : null}
        {similar.slice(0, 3).map((one) => (
          <p key={one.id} className="flex gap-2.5 rounded-control bg-gold-wash px-3 py-2.5 text-13 text-gold-text">
            <Copy className="mt-px size-4" />
            <span>
              <strong className="font-semibold">
                {formatSimilarity(one.likeness)} from {formatClaimDay(one.published_at, times, now)}
              </strong>
              , {formatSimilarClaimState(one)}.{" "}
              <button
                type="button"
                onClick={() => onCompare(one.id)}
                className="font-medium underline underline-offset-2 pointer-coarse:py-3"
              >
                Compare
              </button>
            </span>
          </p>
        ))}
        {claim.viewer ? (
          <Banner role="status">
            <span className="inline-flex items-center gap-1.5">
              <Eye className="size-4" />
              {claim.viewer.name} is looking at this.
            </span>
          </Banner>
        ) : null}
      </div>
    </Paper>
  );
}

const noPictures: readonly { id: string; source: string }[] = [];

/** Null on the server and in hydration, because only an effect loads it. */
let loadedHighlighter: TextHighlighter = null;

/**
 * Loads the text engine that finds links after the page: it is larger than the page. Later evidence begins with it, so
 * that it renders once.
 */
function useTextHighlighter(): TextHighlighter {
  const [mark, setMark] = useState(() => loadedHighlighter);
  useEffect(() => {
    import("#components/preview/highlight-text.ts").then(
      ({ highlightText: highlight }) => {
        loadedHighlighter = highlight;
        setMark(() => highlight);
      },
      () => undefined,
    );
  }, []);
  return mark;
}
