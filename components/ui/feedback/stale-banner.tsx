import { Banner } from "./banner.tsx";

type StaleBannerProps = {
  /** The failed read, in one sentence. */
  reason: string;
  className?: string;
};

/** Says that the page's data may be out of date, and why. Never lazy: it must work when nothing loads. */
export function StaleBanner({ reason, className }: StaleBannerProps) {
  return (
    <Banner tone="publishing" role="status" className={className}>
      This may be out of date. {reason} Retrying automatically.
    </Banner>
  );
}
