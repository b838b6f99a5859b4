import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";

/** Illustrates the product with one post. */
export function AuthIllustration() {
  return (
    <div className="w-[470px] max-w-full rounded-sheet border bg-paper px-7 py-6 shadow-float">
      <p className="text-20">
        Write once.
        <br />
        Publish everywhere.
        <br />
        Get credit for it.
        <span className="inline-block h-5 w-px bg-accent align-text-bottom" />
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <StatusBadge status="published">Published on X</StatusBadge>
        <StatusBadge status="published">Published on Bluesky</StatusBadge>
        <StatusBadge status="scheduled">LinkedIn Tue 09:00</StatusBadge>
        <PointsBadge points={20} />
      </div>
    </div>
  );
}
