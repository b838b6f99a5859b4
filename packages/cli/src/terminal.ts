import { stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** The streams of the command. Results go to standard output, everything else to standard error. */
export type Terminal = {
  write: (text: string) => void;
  note: (text: string) => void;
  /** True if a person can answer questions. */
  isInteractive: boolean;
  readInput: () => Promise<Uint8Array>;
  ask: (question: string) => Promise<string>;
  /** Asks without showing what is typed. */
  askSecret: (question: string) => Promise<string>;
};

export function createTerminal(): Terminal {
  return {
    write: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    isInteractive: stdin.isTTY && stderr.isTTY,
    async readInput() {
      const chunks: Buffer[] = [];
      for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    },
    ask: (question) => askLine(question, stderr),
    async askSecret(question) {
      stderr.write(question);
      const answer = await askLine("", new Writable({ write: (_bytes, _encoding, done) => done() }));
      stderr.write("\n");
      return answer;
    },
  };
}

async function askLine(question: string, output: Writable): Promise<string> {
  const reader = createInterface({ input: stdin, output, terminal: true });
  try {
    return (await reader.question(question)).trim();
  } finally {
    reader.close();
  }
}

/** Aligns columns with two spaces between them. Cells are cut to one line; the last column keeps its length. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replace(/\s+/g, " ").trim()));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => [...(row[at] ?? "")].length)));
  const pad = (cell: string, at: number, row: readonly string[]) =>
    at === row.length - 1 ? cell : cell + " ".repeat((widths[at] ?? 0) - [...cell].length);
  return cells.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}

/** The beginning of a text, for a cell. */
export function shorten(text: string, most = 50): string {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}
