import { Suspense } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { PreviewStyle } from "#lib/contract/platforms/preview-styles.ts";

const AnimatedImage = lazyComponent(() =>
  import("#components/ui/layout/animated-image.tsx").then((file) => file.AnimatedImage),
);

/**
 * An image in the preview. `alt` is empty or undefined without an alt text. `moves` is the badge of an animated image.
 */
export type PreviewImage = { id: string; source: string; alt?: string | undefined; moves?: string | null };

/** Returns the layout classes for a number of images; the first image may be larger than the others. */
const frames: Record<PreviewStyle["images"], (count: number) => string> = {
  sides: (count) =>
    joinClassNames(
      "grid gap-0.5",
      count > 1 && "h-44 grid-cols-2",
      count > 2 && "grid-rows-2",
      count === 1 && "max-h-80",
    ),
  lead: (count) =>
    joinClassNames(
      "grid gap-0.5",
      count === 1 && "max-h-80",
      count === 2 && "h-44 grid-cols-2",
      count === 3 && "h-64 grid-cols-2 grid-rows-[3fr_2fr]",
      count > 3 && "h-64 grid-cols-3 grid-rows-[3fr_2fr]",
    ),
  row: (count) => joinClassNames("flex gap-1.5", count > 1 ? "h-52 overflow-x-auto" : "max-h-80"),
};

function getImageClass(layout: PreviewStyle["images"], count: number, at: number): string | false {
  if (layout === "sides") return count === 3 && at === 0 && "row-span-2";
  if (layout === "lead") return count > 2 && at === 0 && "col-span-full";
  return count > 1 && "w-3/5 shrink-0 overflow-hidden rounded-control border border-line";
}

/** Shows images in a platform's order and layout. */
export function PreviewImages({
  pictures,
  layout,
}: {
  pictures: readonly PreviewImage[];
  layout: PreviewStyle["images"];
}) {
  const count = pictures.length;
  if (count === 0) return null;
  const isRow = layout === "row" && count > 1;
  return (
    <ul
      aria-label="Images"
      data-images={`${layout}-${count}`}
      // A scrolling row must be reachable by keyboard.
      {...(isRow && { tabIndex: 0 })}
      className={joinClassNames(
        "mt-2 overflow-hidden",
        !isRow && "rounded-control border border-line",
        frames[layout](count),
      )}
    >
      {pictures.map(({ id, source, alt, moves }, at) => {
        const look = {
          alt: alt || `${at + 1} of ${count}`,
          className: joinClassNames("size-full object-cover", count === 1 && "max-h-80"),
        };
        return (
          <li key={id} className={joinClassNames("relative min-h-0", getImageClass(layout, count, at))}>
            {moves ? (
              // Renders nothing until `AnimatedImage` has loaded, because that component decides if motion is allowed.
              <Suspense>
                <AnimatedImage {...look} source={source} badge={moves} name={`image ${at + 1}`} />
              </Suspense>
            ) : (
              // biome-ignore lint/a11y/useAltText: `look` contains it
              <img {...look} src={source} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
