const regionId = "announcements";

/** Where `announce` speaks; stands once, in the root layout, from the first paint: a region made later is not heard. */
export function AnnouncementRegion() {
  return <div id={regionId} role="status" aria-live="polite" className="sr-only" />;
}

/** Says something to screen readers alone, after what they are saying now. For the browser only. */
export function announce(message: string): void {
  const region = document.getElementById(regionId);
  if (!region) return;
  // Emptied first: the same words twice are else taken for no change.
  region.textContent = "";
  setTimeout(() => {
    region.textContent = message;
  }, 60);
}
