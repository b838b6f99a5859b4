"use client";
import { Pause, Play } from "lucide-react";
import { useCallback, useRef, useState, useSyncExternalStore } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";

type AnimatedImageProps = {
  source: string;
  alt: string;
  /** The kind of image, such as "GIF". */
  badge: string;
  name: string;
  className: string;
  onLost?: () => void;
};

const reduced = "(prefers-reduced-motion: reduce)";

function listen(change: () => void): () => void {
  const query = matchMedia(reduced);
  query.addEventListener("change", change);
  return () => query.removeEventListener("change", change);
}

/**
 * An animated image that plays by itself unless the person prefers reduced motion, and can be played or stopped. Its
 * parent must be `relative`.
 */
export function AnimatedImage({ source, alt, badge, name, className, onLost }: AnimatedImageProps) {
  const isReduced = useSyncExternalStore(
    listen,
    () => matchMedia(reduced).matches,
    // The server does not know the preference: the image is still until the browser reports it.
    () => true,
  );
  const [asked, setAsked] = useState<boolean | null>(null);
  const plays = asked ?? !isReduced;
  const still = useRef<HTMLCanvasElement>(null);

  /** Draws the animation's first frame on a canvas, the still version of the image. */
  const drawStill = useCallback((image: HTMLImageElement | null) => {
    const canvas = still.current;
    if (!canvas || !image?.complete || image.naturalWidth === 0) return;
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
  }, []);

  return (
    <>
      <canvas ref={still} className={joinClassNames("absolute inset-0", className, plays && "hidden")} />
      <img
        // An image of the first page may have loaded before React attaches the handler.
        ref={drawStill}
        src={source}
        alt={alt}
        draggable={false}
        onLoad={(event) => drawStill(event.currentTarget)}
        onError={onLost}
        className={joinClassNames(className, !plays && "opacity-0!")}
      />
      <button
        type="button"
        aria-pressed={plays}
        aria-label={`${badge}: play ${name}`}
        onClick={() => setAsked(!plays)}
        className="absolute right-1.5 bottom-1.5 inline-flex h-6 items-center gap-1 rounded-chip bg-ink px-2 font-semibold text-12 text-paper pointer-coarse:h-11 pointer-coarse:px-3"
      >
        {plays ? <Pause className="size-3" /> : <Play className="size-3" />}
        {badge}
      </button>
    </>
  );
}
