const regionId = "announcements";

/**
 * The live region of `announce`; once in the root layout and present from the first paint: screen readers ignore a
 * region that is added later.
 */
export function AnnouncementRegion() {
  return <div id={regionId} role="status" aria-live="polite" className="sr-only" />;
}

/** Announces a message to screen readers, after their current speech. For the browser only. */
export function announce(message: string): void {
  const region = document.getElementById(regionId);
  if (!region) return;
  // Cleared first: otherwise the same message twice counts as no change.
  region.textContent = "";
  setTimeout(() => {
    region.textContent = message;
  }, 60);
}
