import { Page } from "#components/ui/page";
import { SkeletonRows } from "#components/ui/skeleton";

export default function ChannelsLoading() {
  return (
    <Page title="Channels">
      <div className="max-w-[940px]">
        <SkeletonRows label="Loading the channels" rows={4} />
      </div>
    </Page>
  );
}
