/** Says that this session lacks the second factor that the organization requires of administrators. */
export function TwoStepBanner({ organization }: { organization: string }) {
  return (
    <p className="border-b bg-publishing-wash px-7 py-2.5 text-13 max-sm:px-4 text-publishing">
      {organization} requires two-step verification of administrators and owners. Until you verify, you can do only what
      members can. {/* A whole page: the frame around this one is drawn once. */}
      <a href="/two-step" className="font-semibold underline underline-offset-2">
        Verify or set it up
      </a>
    </p>
  );
}
