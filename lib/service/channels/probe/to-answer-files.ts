import type { ProbeReport, ProbeStep } from "./probe-channel.ts";

const operations: Record<ProbeStep["name"], "publish" | "look_up" | "take_down"> = {
  text: "publish",
  reply: "publish",
  image: "publish",
  look_up: "look_up",
  take_down: "take_down",
};

/**
 * Returns the answers of the steps that did not succeed as files of `testing/answers`, by name. Their secrets are cut
 * already, and the account's name and id are cut here. A person adds the expected outcome.
 */
export function toAnswerFiles(report: ProbeReport): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const day = report.at.slice(0, 10);
  for (const [index, { name, succeeded, exchanges }] of report.steps.entries()) {
    const answer = exchanges.at(-1)?.answer;
    if (succeeded || !answer || "lost" in answer) continue;
    const { status, headers, body } = answer;
    const file = {
      platform: report.platform,
      operation: operations[name],
      source: `a probe on ${day}`,
      status,
      headers,
      body,
      expected: null,
    };
    const text = Object.values(report.account)
      .filter((one) => one.length > 2)
      .reduce((cut, one) => cut.replaceAll(JSON.stringify(one).slice(1, -1), "(cut)"), JSON.stringify(file, null, 2));
    files.set(`${report.platform}-${day}-${index + 1}-${name.replace("_", "-")}.json`, `${text}\n`);
  }
  return files;
}
