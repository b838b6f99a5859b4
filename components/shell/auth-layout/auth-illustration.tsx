import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";

/** Illustrates the product with one post. */
export function AuthIllustration() {
  return (
    <div className="w-[470px] max-w-[80%] rounded-sheet border bg-paper px-[30px] py-7 shadow-float">
      <p className="text-[1.1875rem] leading-[1.875rem]">
        Write once.
        <br />
        Publish everywhere, exactly once.
        <br />
        Get credit for it.
        <span className="ml-px inline-block h-[21px] w-0.5 align-[-3px] bg-accent" />
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
