import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import type { DraftImage, ImageId } from "#components/composer/state/draft.ts";
import { formatMissingAltText } from "#components/composer/media/alt-text-labels.ts";

type AltTextReminderProps = {
  images: readonly DraftImage[];
  /** Not answered yet for this draft: asked at length. Afterwards one line reminds, and nothing is held up. */
  isAsked: boolean;
  onDescribe: (id: ImageId) => void;
  onNotNow: () => void;
};

/** Asks once for what the images show, and reminds of those without a description. */
export function AltTextReminder({ images, isAsked, onDescribe, onNotNow }: AltTextReminderProps) {
  const words = formatMissingAltText(images);
  const first = images.find((image) => image.alt.trim() === "" && image.state.is !== "failed");
  if (!words || !first) return null;
  if (!isAsked) {
    return (
      <p className="mt-1.5 text-13 text-gold-text">
        {words}{" "}
        <button
          type="button"
          onClick={() => onDescribe(first.id)}
          className="font-medium underline underline-offset-2 pointer-coarse:py-3"
        >
          Describe
        </button>
      </p>
    );
  }
  return (
    <Banner
      tone="gold"
      className="mt-2"
      actions={
        <>
          <Button size="small" onClick={() => onDescribe(first.id)}>
            Describe
          </Button>
          <Button size="small" variant="quiet" onClick={onNotNow}>
            Not now
          </Button>
        </>
      }
    >
      Say what {images.length === 1 ? "the image shows" : "the images show"}, for people who can't see{" "}
      {images.length === 1 ? "it" : "them"}.
    </Banner>
  );
}
