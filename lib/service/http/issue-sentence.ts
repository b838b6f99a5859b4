import type * as z from "zod";

/** What is wrong with a request, as a sentence that names the field as the client wrote it: `thread.2 must be text.` */
export function formatIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? "The body" : issue.path.join(".");
  return `${field} ${formatExpectation(issue)}.`;
}

const typeNames: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function formatExpectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeNames[issue.expected] ?? `a value of type ${issue.expected}`}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must ${formatSizeLimit(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must ${formatSizeLimit(issue.origin, "at most", issue.maximum)}`;
    default:
      return issue.message || "is not valid";
  }
}

function formatSizeLimit(origin: string, bound: string, size: number | bigint): string {
  const one = size === 1;
  if (origin === "array") return `have ${bound} ${size} ${one ? "element" : "elements"}`;
  if (origin === "string") return `have ${bound} ${size} ${one ? "character" : "characters"}`;
  return `be ${bound} ${size}`;
}
