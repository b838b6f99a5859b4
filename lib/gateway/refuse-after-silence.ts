import "server-only";
import type { ServiceLocation } from "./service-location.ts";

/**
 * Refuses the reads that follow one without an answer: its page has waited for the whole limit, and would wait as long
 * for each of them. For the service in this process, whose reads all wait for one database. A read that only takes longer
 * than the limit counts too: the page fails with it, and its other reads end at once.
 */
export function refuseAfterSilence(fetch: ServiceLocation["fetch"]): ServiceLocation["fetch"] {
  let isSilent = false;
  return async (request) => {
    if (request.method !== "GET") return fetch(request);
    if (isSilent) return Response.json(silentAnswer, { status: 503, headers: { "retry-after": "10" } });
    // The client's limit also covers the body, which follows the answer.
    let isOpen = true;
    request.signal.addEventListener("abort", () => {
      // A caller that gives up earlier says nothing about the service.
      isSilent ||= isOpen && request.signal.reason?.name === "TimeoutError";
    });
    return fetch(request).finally(() => {
      isOpen = false;
    });
  };
}

const silentAnswer = { error: { code: "unavailable", message: "The service does not answer." } };
