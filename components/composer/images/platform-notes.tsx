import { Info } from "lucide-react";
import { AlertIcon } from "#components/ui/feedback/alert-icon.tsx";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { DraftImage } from "#components/composer/state/draft.ts";
import { getPlatformImageNotes } from "#components/composer/media/platform-image-notes.ts";

/** What the chosen platforms will make of the images, said before they are sent. */
export function PlatformImageNotes({
  images,
  platforms,
}: {
  images: readonly DraftImage[];
  platforms: readonly PlatformRules[];
}) {
  const there = images.filter((image) => image.state.is !== "failed");
  const notes = getPlatformImageNotes(
    there.map((image) => image.facts),
    platforms,
  );
  if (notes.length === 0) return null;
  return (
    <ul aria-label="What the platforms do with the images" className="mt-2 grid gap-1 text-13">
      {notes.map(({ words, isRefused }) => (
        <li key={words} className={isRefused ? "flex gap-2 text-failed" : "flex gap-2 text-ink-3"}>
          {isRefused ? <AlertIcon className="mt-0.5 size-3.5" /> : <Info className="mt-0.5 size-3.5 shrink-0" />}
          {words}
        </li>
      ))}
    </ul>
  );
}
