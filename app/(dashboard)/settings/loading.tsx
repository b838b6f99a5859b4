import { SkeletonRows } from "#components/ui/feedback/skeleton.tsx";
import { Page } from "#components/ui/layout/page.tsx";

export default function SettingsLoading() {
  return (
    <Page title="Settings">
      <div className="max-w-[860px] lg:ml-[218px]">
        <SkeletonRows label="Loading your settings" rows={4} />
      </div>
    </Page>
  );
}
