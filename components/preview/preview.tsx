"use client";
import { useId, useState } from "react";
import { join } from "#components/ui/join";
import { PlatformMark } from "#components/ui/platform-mark";
import { platformName } from "#lib/contract/platform-names";
import type { PlatformRules } from "#lib/contract/platforms";
import type { Channel } from "#lib/contract/types";
import type { DeliveryPlan } from "#lib/text/join";
import { type MarkLinks, PreviewItem } from "./preview-item.tsx";

type PreviewProps = {
  planned: readonly { rules: PlatformRules; plan: DeliveryPlan | null }[];
  /** Platforms without known rules: shown as written. */
  unknown: readonly string[];
  channels: readonly Channel[];
  texts: readonly string[];
  memberName: string;
  pictures: readonly { id: string; source: string }[];
  markLinks: MarkLinks;
};

const noPictures: PreviewProps["pictures"] = [];

type View = { slug: string; texts: readonly string[]; note: string; problem: boolean };

/** How the draft will look on each chosen platform, one at a time. */
export function Preview({ planned, unknown, channels, texts, memberName, pictures, markLinks }: PreviewProps) {
  const [wanted, setWanted] = useState<string | null>(null);
  const id = useId();
  const views: View[] = [
    ...planned.map(({ rules, plan }) => viewOf(rules.slug, plan, texts)),
    ...unknown.map((slug) => ({ slug, texts, note: "", problem: false })),
  ];
  const view = views.find((one) => one.slug === wanted) ?? views[0];
  if (!view) return null;
  const channel = channels.find((one) => one.platform === view.slug);
  const shown = view.texts.length > 0 ? view.texts : [""];
  return (
    <div>
      <div role="tablist" aria-label="Platforms" className="mb-2 flex flex-wrap gap-1">
        {views.map((one, at) => (
          <button
            key={one.slug}
            type="button"
            role="tab"
            id={`${id}${one.slug}`}
            aria-selected={one.slug === view.slug}
            aria-controls={`${id}panel`}
            tabIndex={one.slug === view.slug ? 0 : -1}
            onClick={() => setWanted(one.slug)}
            onKeyDown={(event) => {
              const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
              const next = views[(at + by + views.length) % views.length];
              if (by === 0 || !next) return;
              event.preventDefault();
              setWanted(next.slug);
              document.getElementById(`${id}${next.slug}`)?.focus();
            }}
            className={join(
              "inline-flex h-8 items-center gap-1.5 rounded-chip border px-2.5 text-13 pointer-coarse:h-11",
              one.slug === view.slug
                ? "border-line bg-paper font-medium text-ink"
                : "border-transparent text-ink-2 hover:text-ink",
            )}
          >
            <PlatformMark platform={one.slug} size="small" />
            {platformName(one.slug)}
            {one.note ? <span className="text-12 font-normal text-ink-3">{one.note}</span> : null}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${view.slug}`}
        className="rounded-sheet border border-line bg-paper p-4"
      >
        <ol>
          {shown.map((text, at) => (
            <PreviewItem
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
              key={at}
              name={channel?.name ?? memberName}
              username={channel?.username ?? ""}
              text={text}
              isLast={at === shown.length - 1}
              pictures={at === 0 ? pictures : noPictures}
              markLinks={markLinks}
            />
          ))}
        </ol>
        {view.problem ? (
          <p className="mt-2 text-13 text-failed">Too long for {platformName(view.slug)} as it is.</p>
        ) : null}
      </div>
    </div>
  );
}

function viewOf(slug: string, plan: DeliveryPlan | null, texts: readonly string[]): View {
  if (!plan) return { slug, texts, note: "", problem: false };
  if ("problem" in plan) return { slug, texts, note: "too long", problem: true };
  const note = texts.length < 2 ? "" : plan.delivery === "joined" ? "joined" : `${plan.texts.length} parts`;
  return { slug, texts: plan.texts, note, problem: false };
}
