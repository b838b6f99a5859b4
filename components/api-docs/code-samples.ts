import type { ApiOperation } from "./parse-open-api.ts";

export type CodeSample = { language: "curl" | "TypeScript" | "Python"; code: string };

const key = "POSTWRIGHT_KEY";

/**
 * Formats a call of the endpoint in each language, with the description's own examples. Each sample reads the API key
 * from the environment, so that the key is in no file and in no shell's history.
 */
export function formatCodeSamples(operation: ApiOperation, baseUrl: string): CodeSample[] {
  const call = toCall(operation, baseUrl);
  return [
    { language: "curl", code: formatCurl(call) },
    { language: "TypeScript", code: formatTypeScript(call) },
    { language: "Python", code: formatPython(call) },
  ];
}

type Call = {
  method: string;
  url: string;
  needsKey: boolean;
  json: unknown;
  isForm: boolean;
  /** The reader of the answer. A stream never ends, so its lines are printed as they come. */
  reads: "json" | "text" | "lines";
};

function toCall({ method, path, parameters, scope, body, answer }: ApiOperation, baseUrl: string): Call {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const example = parameters.find((one) => one.place === "path" && one.name === name)?.example;
    return example === undefined ? whole : encodeURIComponent(String(example));
  });
  const query = parameters.filter((one) => one.place === "query" && one.required && one.example !== undefined);
  const search = new URLSearchParams(query.map((one) => [one.name, String(one.example)]));
  const isForm = body?.contentType.startsWith("multipart/") ?? false;
  return {
    method,
    url: `${baseUrl}${filled}${search.size > 0 ? `?${search}` : ""}`,
    needsKey: scope !== null,
    json: body && !isForm ? (body.example ?? {}) : undefined,
    isForm,
    reads: readsByType[answer?.contentType ?? ""] ?? "json",
  };
}

const readsByType: Readonly<Record<string, Call["reads"]>> = { "text/csv": "text", "text/event-stream": "lines" };

function formatCurl({ method, url, needsKey, json, isForm }: Call): string {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`];
  if (needsKey) lines.push(`-H "Authorization: Bearer $${key}"`);
  if (isForm) lines.push("-F file=@picture.jpg");
  if (json !== undefined) lines.push('-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(json))}`);
  return lines.join(" \\\n  ");
}

/** Quotes text for a shell: inside single quotes a shell interprets only the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function formatTypeScript({ method, url, needsKey, json, isForm, reads }: Call): string {
  const headers = [
    ...(needsKey ? [`Authorization: \`Bearer \${process.env.${key}}\``] : []),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} }`] : []),
    ...(isForm ? ["body: form"] : []),
    ...(json === undefined ? [] : [`body: JSON.stringify(${indent(JSON.stringify(json, null, 2), 2)})`]),
  ];
  const form = isForm
    ? 'import { openAsBlob } from "node:fs";\n\nconst form = new FormData();\nform.set("file", await openAsBlob("picture.jpg"), "picture.jpg");\n'
    : "";
  const bag = options.length === 0 ? "" : `, {\n${options.map((line) => `  ${line},`).join("\n")}\n}`;
  const read =
    reads === "lines"
      ? "const lines = response.body?.pipeThrough(new TextDecoderStream());\nfor await (const text of lines ?? []) console.log(text);"
      : `const answer = await response.${reads}();`;
  return `${form}const response = await fetch(${JSON.stringify(url)}${bag});\n${read}`;
}

function formatPython({ method, url, needsKey, json, isForm, reads }: Call): string {
  const bag = [
    JSON.stringify(url),
    ...(needsKey ? [`headers={"Authorization": f"Bearer {os.environ['${key}']}"}`] : []),
    ...(isForm ? ['files={"file": open("picture.jpg", "rb")}'] : []),
    ...(json === undefined ? [] : [`json=${indent(toPython(json), 4)}`]),
    ...(reads === "lines" ? ["stream=True"] : []),
  ];
  const read = {
    json: "answer = response.json()",
    text: "answer = response.text",
    lines: "for line in response.iter_lines(decode_unicode=True):\n    print(line)",
  }[reads];
  const lines = bag.map((line) => `    ${line},`).join("\n");
  return `${needsKey ? "import os\n" : ""}import requests\n\nresponse = requests.${method.toLowerCase()}(\n${lines}\n)\n${read}`;
}

/** Python writes the same literals as JSON apart from three names. */
function toPython(value: unknown, depth = 0): string {
  const inner = "    ".repeat(depth + 1);
  const end = "    ".repeat(depth);
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null || value === undefined) return "None";
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => `${inner}${toPython(one, depth + 1)},`).join("\n")}\n${end}]`;
  }
  if (typeof value === "object") {
    const entries = Object.entries(value);
    if (entries.length === 0) return "{}";
    return `{\n${entries.map(([name, one]) => `${inner}${JSON.stringify(name)}: ${toPython(one, depth + 1)},`).join("\n")}\n${end}}`;
  }
  return JSON.stringify(value);
}

const indent = (text: string, spaces: number) => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
