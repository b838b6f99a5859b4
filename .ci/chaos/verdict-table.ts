import { type AnomalyKind, anomalyKinds, type PostOutcome, postOutcomes, type Verdict } from "./verdict.ts";

const heads: Record<PostOutcome, string> = {
  published: "published once",
  unconfirmed: "unconfirmed",
  refused: "refused with a reason",
  absent: "deleted or canceled, absent",
  ahead: "planned for later",
  asked: "sent again by a member",
};

/** One row per platform and a sum, as the page of guarantees has it. */
export function renderVerdictTable(verdict: Verdict): string {
  const faultsOf = (name: string | null, kind: AnomalyKind) =>
    verdict.faults.filter((fault) => fault.kind === kind && (name === null || fault.channel === name)).length;
  const rows = verdict.channels.map(({ name, acknowledged, ends }) => [
    ...[name, acknowledged, ...postOutcomes.map((ending) => ends[ending])],
    ...anomalyKinds.map((kind) => faultsOf(name, kind)),
  ]);
  const sum = (pick: (channel: Verdict["channels"][number]) => number) =>
    verdict.channels.reduce((total, channel) => total + pick(channel), 0);
  rows.push([
    ...[
      "all",
      sum(({ acknowledged }) => acknowledged),
      ...postOutcomes.map((ending) => sum(({ ends }) => ends[ending])),
    ],
    ...anomalyKinds.map((kind) => faultsOf(null, kind)),
  ]);
  const head = ["platform", "acknowledged", ...postOutcomes.map((ending) => heads[ending]), ...anomalyKinds];
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(head), rule, ...cells.slice(1).map(line)].join("\n");
}
