"use client";
import { Pause, Play } from "lucide-react";
import { useRef, useState } from "react";
import { join } from "#components/ui/join";

type MovingPictureProps = {
  source: string;
  alt: string;
  /** "GIF", or what else it is. */
  badge: string;
  name: string;
  className: string;
  onLost: () => void;
};

/** An image that moves: by itself where motion is welcome, else when it is asked to; and it can be stopped. */
export function MovingPicture({ source, alt, badge, name, className, onLost }: MovingPictureProps) {
  const [plays, setPlays] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  const still = useRef<HTMLCanvasElement>(null);

  /** The first picture of the animation: that is what is drawn of one that moves. */
  function drawStill(image: HTMLImageElement) {
    const canvas = still.current;
    if (!canvas) return;
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
  }

  return (
    <>
      <img
        src={source}
        alt={alt}
        draggable={false}
        onLoad={(event) => drawStill(event.currentTarget)}
        onError={onLost}
        className={join(className, !plays && "opacity-0!")}
      />
      <canvas ref={still} className={join("absolute inset-0", className, plays && "hidden")} />
      <button
        type="button"
        aria-pressed={plays}
        aria-label={`${badge}: play ${name}`}
        onClick={() => setPlays(!plays)}
        className="absolute right-1.5 bottom-1.5 inline-flex h-6 items-center gap-1 rounded-chip bg-ink px-2 font-semibold text-12 text-paper pointer-coarse:h-11 pointer-coarse:px-3"
      >
        {plays ? <Pause className="size-3" /> : <Play className="size-3" />}
        {badge}
      </button>
    </>
  );
}
