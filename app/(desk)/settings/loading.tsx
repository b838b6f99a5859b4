import { Page } from "#components/ui/page";
import { SkeletonRows } from "#components/ui/skeleton";

export default function SettingsLoading() {
  return (
    <Page title="Settings">
      <div className="max-w-[860px] lg:ml-[218px]">
        <SkeletonRows label="Loading your settings" rows={4} />
      </div>
    </Page>
  );
}
