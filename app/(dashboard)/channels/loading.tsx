import { SkeletonRows } from "#components/ui/feedback/skeleton.tsx";
import { Page } from "#components/ui/layout/page.tsx";

export default function ChannelsLoading() {
  return (
    <Page title="Channels">
      <div className="max-w-[940px]">
        <SkeletonRows label="Loading channels" rows={4} />
      </div>
    </Page>
  );
}
