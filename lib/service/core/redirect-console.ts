import { format } from "node:util";
import type { Log } from "./log.ts";

const charactersMax = 300;

/**
 * Sends what packages print with `console.error` and `console.warn` through our log. Next prints there whatever an action
 * or a page throws, with every property of the error and with the beginning of a body that it could not parse. In the log
 * an error has no values (`presentError`); of a text without an error only the first line stays.
 */
export function redirectConsole(log: Log, to: Pick<Console, "error" | "warn"> = console): void {
  const write =
    (level: "error" | "warn") =>
    (...args: unknown[]) => {
      const err = args.find((one) => one instanceof Error);
      if (err) return log[level]({ err }, "package output");
      const [line = ""] = format(...args.filter((one) => typeof one === "string")).split("\n");
      log[level]({ line: line.slice(0, charactersMax) }, "package output");
    };
  to.error = write("error");
  to.warn = write("warn");
}
