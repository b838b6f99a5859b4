// Shows what the service pushes to this browser, and opens what it is about. It keeps nothing and answers no request.
self.addEventListener("push", (event) => {
  const told = readTold(event.data);
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.body,
      tag: told.tag,
      icon: "/icon.svg",
      data: { path: told.path },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/inbox"));
});

/** A push must be shown whatever it holds; else the browser shows words of its own. */
function readTold(data) {
  const fallback = { title: "Postwright", body: "Something needs you.", tag: "postwright", path: "/inbox" };
  try {
    return { ...fallback, ...data.json() };
  } catch {
    return fallback;
  }
}

/** In a tab that is open already, else in a new one; never away from this site. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  const target = url.origin === self.location.origin ? url.href : new URL("/inbox", self.location.origin).href;
  const tabs = await self.clients.matchAll({ type: "window" });
  const tab = tabs.find((one) => one.visibilityState === "visible") ?? tabs[0];
  if (!tab) return await self.clients.openWindow(target);
  await tab.focus();
  return await tab.navigate(target).catch(() => self.clients.openWindow(target));
}
