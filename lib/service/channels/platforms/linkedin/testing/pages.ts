import type { FakeAnswer, FakeRequest, FakeRoutes } from "#lib/service/channels/testing/fake-server.ts";
import { createErrorAnswer, type FakeLinkedinAccess, member } from "./access.ts";

type Page = { name: string; vanity: string; logo: string | null; role: string; state: string };

/**
 * Fakes "Organization Access Control by Role" and "Organization Lookup" for the pages on which the member has a role.
 */
export function createFakePages() {
  const pages = new Map<string, Page>();
  let trial = false;
  function reset() {
    trial = false;
    pages.clear();
    const page = { logo: null, role: "ADMINISTRATOR", state: "APPROVED" };
    pages.set("1111", { ...page, name: "Analytical Engines", vanity: "analytical-engines", logo: "C4E0logo" });
    pages.set("2222", { ...page, name: "Difference Ltd", vanity: "difference-ltd", role: "CONTENT_ADMINISTRATOR" });
    pages.set("3333", { ...page, name: "Only Watched", vanity: "only-watched", role: "ANALYST" });
    pages.set("4444", { ...page, name: "Only Asked For", vanity: "only-asked-for", state: "REQUESTED" });
  }
  reset();

  const of = (urn: string) => pages.get(urn.replace(/^urn:li:organization:/u, ""));
  const has = (urn: string, roles: readonly string[]) => {
    const page = of(urn);
    return page?.state === "APPROVED" && roles.includes(page.role);
  };
  const shown = (id: string, { name, vanity, logo }: Page) => ({
    id: Number(id),
    localizedName: name,
    vanityName: vanity,
    primaryOrganizationType: "NONE",
    ...(logo && {
      logoV2: { original: `urn:li:digitalmediaAsset:${logo}`, cropped: `urn:li:digitalmediaAsset:${logo}` },
    }),
  });

  const routes = (access: FakeLinkedinAccess): FakeRoutes => ({
    "GET /rest/organizationAcls": (request) => {
      const { query } = request;
      const refusal = access.enter(request);
      if (refusal) return refusal;
      if (!access.holds(request, "rw_organization_admin")) return access.denied("organizationAcls.FINDER-roleAssignee");
      if (query.get("q") !== "roleAssignee") return createErrorAnswer(400, "PARAM_INVALID", "q");
      const [start, count] = [Number(query.get("start") ?? 0), Number(query.get("count") ?? 10)];
      const asked = query.get("state");
      const elements = [...pages]
        .filter(([, { state }]) => asked === null || state === asked)
        .map(([id, { role, state }]) => ({
          roleAssignee: member,
          role,
          state,
          organization: `urn:li:organization:${id}`,
        }));
      return {
        status: 200,
        json: { paging: { start, count, links: [] }, elements: elements.slice(start, start + count) },
      };
    },
    "GET /rest/organizationsLookup": (request) => {
      const refusal = access.enter(request);
      if (refusal) return refusal;
      // The trial of "Community Management API" refuses every BATCH_GET.
      if (trial) return access.denied("organizationsLookup.BATCH_GET");
      const ids = /^List\((.+)\)$/u.exec(request.query.get("ids") ?? "")?.[1]?.split(",") ?? [];
      const found = ids.flatMap((id): [string, object][] => {
        const page = pages.get(id);
        return page ? [[id, shown(id, page)]] : [];
      });
      const statuses = Object.fromEntries(ids.map((id) => [id, pages.has(id) ? 200 : 404]));
      return { status: 200, json: { results: Object.fromEntries(found), statuses, errors: {} } };
    },
    "GET /rest/organizations/:id": (request) => {
      const id = request.params["id"] ?? "";
      const page = pages.get(id);
      const refusal = access.enter(request);
      if (refusal) return refusal;
      if (!page || !has(id, ["ADMINISTRATOR"])) return access.denied("organizations.GET");
      return { status: 200, json: shown(id, page) };
    },
  });

  function showLogo(access: FakeLinkedinAccess, request: FakeRequest): FakeAnswer {
    const id = /^urn:li:image:(.+)$/u.exec(request.params["urn"] ?? "")?.[1] ?? "";
    const json = { id: `urn:li:image:${id}`, status: "AVAILABLE", downloadUrl: `https://media.example/${id}.png` };
    return access.enter(request) ?? { status: 200, json };
  }

  return {
    routes,
    showLogo,
    reset,
    mayPost: (urn: string) => has(urn, ["ADMINISTRATOR", "CONTENT_ADMINISTRATOR", "RECRUITING_POSTER"]),
    mayRead: (urn: string) => has(urn, ["ADMINISTRATOR", "CONTENT_ADMINISTRATOR"]),
    commands: {
      /** Gives the member a role, or changes a page's data; without a role the page shows the member nothing. */
      page: ({ id, ...change }: { id: string } & Partial<Page>) => {
        const page = { name: `Page ${id}`, vanity: `page-${id}`, logo: null, role: "NONE", state: "APPROVED" };
        pages.set(id, { ...page, ...pages.get(id), ...change });
      },
      noPages: () => pages.clear(),
      trial: () => {
        trial = true;
      },
    },
  };
}
