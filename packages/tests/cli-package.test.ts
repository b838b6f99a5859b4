import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import { type DocumentedService, startDocumentedService } from "./testing/documented-service.ts";
import { installPackedPackage, type PackedPackage } from "./testing/packed-package.ts";
import { createCommandRunner } from "./testing/run-command.ts";
import { openRunningService, type RunningService } from "./testing/running-service.ts";

let packed: PackedPackage;
let service: RunningService;
let stranger: DocumentedService;
let command: ReturnType<typeof createCommandRunner>;
let strangerEnv: Record<string, string>;
beforeAll(async () => {
  [packed, service, stranger] = await Promise.all([
    installPackedPackage("cli"),
    openRunningService(),
    startDocumentedService(),
  ]);
  command = createCommandRunner(packed);
  strangerEnv = {
    POSTWRIGHT_URL: stranger.url,
    POSTWRIGHT_KEY: stranger.key,
    POSTWRIGHT_LIST_PARAMS: "state,page_size,skip",
  };
}, 60_000);
afterAll(async () => {
  await service.close();
  await stranger.stop();
  packed.remove();
});

/** Runs a command line; words in double quotes are one argument. */
const postwright = (line: string, options: { input?: string; env?: Record<string, string> } = {}) => {
  const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const env = { POSTWRIGHT_URL: service.url, POSTWRIGHT_KEY: service.key, ...options.env };
  return command.run(args, { ...options, env });
};
const write = (name: string, content: string | Buffer) => writeFileSync(path.join(command.home, name), content);
const api = async (method: string, at: string, json?: object) => {
  const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
  const answer = await fetch(`${service.url}${at}`, { method, headers, ...(json && { body: JSON.stringify(json) }) });
  return (await answer.json()).data;
};
const countAll = async () =>
  (await service.database.pool.query("select count(*)::int as n from posts where deleted_at is null")).rows[0].n;

describe("the command from its tarball", () => {
  test("the tarball has the command, README and licence, and no dependency", async () => {
    expect(packed.files.toSorted()).toEqual(["LICENSE", "README.md", "dist/postwright.js", "package.json"]);
    const help = await postwright("--help");
    expect([help.code, help.out]).toEqual([0, expect.stringContaining("import")]);
    expect((await postwright("post --help")).out).toContain("--dry-run");
  });

  test("sign-in stores the key where only its owner can read it, and sign-out removes it", async () => {
    const nobody = { POSTWRIGHT_URL: "", POSTWRIGHT_KEY: "" };
    expect(await postwright("whoami", { env: nobody })).toMatchObject({ code: 2 });
    const refused = await postwright(`sign-in --url ${service.url}`, { input: "pw_wrong\n", env: nobody });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("API key")]);
    const file = path.join(command.home, ".config/postwright/config.json");
    expect(existsSync(file)).toBe(false);
    const signedIn = await postwright(`sign-in --url ${service.url}`, { input: `${service.key}\n`, env: nobody });
    expect([signedIn.code, signedIn.out]).toEqual([0, expect.stringContaining("Signed in as Ines of Northwind")]);
    expect(signedIn.out + signedIn.err).not.toContain(service.key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await postwright("whoami", { env: nobody })).out).toContain("Ines <ines@example.org>, owner of Northwind");
    // A stored key is never sent to another address.
    const elsewhere = await postwright("whoami", { env: { ...nobody, POSTWRIGHT_URL: stranger.url } });
    expect(elsewhere.code).toBe(2);
    expect((await postwright("sign-out", { env: nobody })).code).toBe(0);
    expect((await postwright("whoami", { env: nobody })).code).toBe(2);
  });

  test("a thread with a described image is planned in words of the member's zone", async () => {
    await api("PATCH", "/me/settings", { zone: "Asia/Tokyo" });
    write("chart.png", await redBlue(40, 20).png().toBuffer());
    write("launch.md", "First part\n---\nSecond part\n");
    const done = await postwright(
      'post --file launch.md --thread --image chart.png --alt "Red and blue" --channel x --at "fri 9:00" --json',
    );
    expect(done).toMatchObject({ code: 0, err: "" });
    const [post] = JSON.parse(done.out);
    expect(post).toMatchObject({
      status: "scheduled",
      channel: "x",
      posts: [{ text: "First part" }, { text: "Second part" }],
    });
    expect(post.media[0].alt).toBe("Red and blue");
    const at = new Intl.DateTimeFormat("en", {
      timeZone: "Asia/Tokyo",
      weekday: "short",
      hour: "numeric",
      hour12: false,
    });
    expect(at.format(new Date(post.scheduled_for))).toBe("Fri, 09");
    expect((await postwright(`delete ${post.id}`)).out).toContain("deleted");
    const other = await postwright(
      "post --file launch.md --thread --image chart.png --image 2=chart.png --channel x --draft --json",
    );
    const [draft] = JSON.parse(other.out);
    expect(draft.part_media.map((media: unknown[]) => media.length)).toEqual([1, 1]);
    expect((await postwright(`delete ${draft.id}`)).out).toContain("deleted");
    await api("PATCH", "/me/settings", { zone: null });
  });

  test("a post from standard input is published, listed and its links are printed", async () => {
    const done = await postwright("post --file - --channel all --wait", { input: "From a pipe\n" });
    expect(done.code).toBe(0);
    expect(
      done.out
        .trim()
        .split("\n")
        .every((line) => line.startsWith("http")),
    ).toBe(true);
    expect(done.err).toContain("x: published");
    const listed = await postwright("list --status published --limit 2");
    expect(listed.out).toMatch(/^STATUS +CHANNEL +TIME +TEXT +ID +RESULT\npublished /);
    const { id } = JSON.parse((await postwright("list --limit 1 --json")).out)[0];
    expect((await postwright(`watch ${id}`)).code).toBe(0);
    expect((await postwright("channels")).out).toContain("PLATFORM");
  });

  test("a dry run warns of a repeated text, refuses one that is too long, and creates nothing", async () => {
    await postwright('post "Said before" --channel x --at "in 2 days"');
    const before = await countAll();
    const warned = await postwright('post "Said before" --channel x --at "in 2 days" --dry-run');
    expect([warned.code, warned.out]).toEqual([0, expect.stringContaining("Warning: ")]);
    const slotless = await postwright('post "No slot" --channel x --at next-slot --dry-run');
    expect([slotless.code, slotless.err]).toEqual([1, expect.stringMatching(/slot.*Nothing was created/s)]);
    const long = await postwright(`post "${"x".repeat(281)}" --channel x --dry-run`);
    expect([long.code, long.err]).toEqual([1, expect.stringContaining("281 characters; the limit is 280")]);
    expect(await countAll()).toBe(before);
    const atStranger = await postwright(`post "${"x".repeat(281)}" --channel x --dry-run`, { env: strangerEnv });
    expect(atStranger.out).toMatch(/281 characters[\s\S]*can't check posts, so only lengths were checked here\./);
  });

  test("--threads chooses where there are threads, and a plan's column does the same", async () => {
    write("two.md", "One\n---\nTwo\n");
    write("threads.csv", 'text,channels,threads\n"One\n---\nTwo",bluesky,chain\nOne,bluesky,tree\n');
    const made = await postwright(
      "post --file two.md --thread --threads chain --channel bluesky --channel linkedin --draft --json",
    );
    const posts = JSON.parse(made.out) as { id: string; channel: string; delivery: string; threads?: object }[];
    expect(posts.map(({ channel, delivery, threads }) => [channel, delivery, Object.values(threads ?? {})])).toEqual([
      ["bluesky", "thread", ["chain"]],
      ["linkedin", "joined", []],
    ]);
    expect(await postwright("post --file two.md --thread --threads tree --channel x")).toMatchObject({ code: 2 });
    const plan = await postwright("import threads.csv --dry-run");
    expect(plan.err + plan.out).toContain('threads is "tree": write chain or join');
    for (const { id } of posts) await postwright(`delete ${id}`);
  });

  test("wrong usage ends with 2 and a sentence, and creates nothing", async () => {
    const before = await countAll();
    const lines: [line: string, message: string][] = [
      ["nonsense", "no command"],
      ['post "Hi"', "Choose channels with --channel"],
      ['post "Hi" --channel myspace', 'no channel "myspace"'],
      ["post Hi there --channel x", "in quotes"],
      ["post --channel x", "Give the text"],
      ['post "Hi" --channel x --at "someday soon"', "can't be read as a time"],
      ['post "Hi" --channel x --at 2020-01-01T00:00:00Z', "has passed"],
      ['post "Hi" --channel x --schedule tomorrow', "--schedule"],
      ['post "Hi" --channel x --at tomorrow --draft', "A draft has no time"],
      ['post "Hi" --channel x --image missing.png', "can't be read"],
      ['post "Hi" --channel x --image 2=missing.png', "There is no part 2 for the image missing.png."],
    ];
    const done = await Promise.all(lines.map(async ([line]) => postwright(line)));
    expect(done.map(({ code, err }) => [code, err])).toEqual(
      lines.map(([, message]) => [2, expect.stringContaining(message)]),
    );
    expect(await countAll()).toBe(before);
  });

  test("a refusal of the service ends with 1 and has its field as JSON", async () => {
    const done = await postwright(`post "${"x".repeat(281)}" --channel x --json`);
    expect([done.code, done.out]).toEqual([1, ""]);
    expect(JSON.parse(done.err).error).toMatchObject({ code: "invalid_request", field: "text" });
    expect((await postwright("delete 019a0000-0000-7000-8000-000000000000")).code).toBe(1);
  });

  test("a lost answer creates one post, and an unreachable service ends with 3", async () => {
    service.faults.push("lose answer");
    const done = await postwright('post "Sent through a bad line" --channel x --draft');
    expect([done.code, await service.countPosts("Sent through a bad line")]).toEqual([0, 1]);
    service.faults.push({ status: 429, retryAfterSeconds: 1 });
    expect((await postwright('post "Sent after a pause" --channel x --draft')).code).toBe(0);
    const gone = await postwright("whoami", { env: { POSTWRIGHT_URL: `http://127.0.0.1:${await findFreePort()}` } });
    expect([gone.code, gone.err]).toEqual([3, expect.stringContaining("can't be reached")]);
  });

  test("an unknown outcome at another service ends with 3 and says that it may have arrived and how to look", async () => {
    await stranger.failCreate("cut");
    const done = await postwright('post "Who knows" --channel x', { env: strangerEnv });
    expect(done.code).toBe(3);
    expect(done.err).toContain("It may have arrived. Look: postwright list");
    const listed = JSON.parse((await postwright("list --json", { env: strangerEnv })).out);
    expect(listed.filter((post: { posts: { text: string }[] }) => post.posts[0]?.text === "Who knows")).toHaveLength(1);
    const waited = await postwright('post "At a stranger" --channel pigeon --at "in 2 days" --json', {
      env: strangerEnv,
    });
    const [{ id }] = JSON.parse(waited.out);
    expect((await postwright(`watch ${id} --timeout 1`, { env: strangerEnv })).code).toBe(3);
  });

  test("the completion of bash offers commands and options, and all shells' scripts have each command", async () => {
    const script = (await postwright("completion bash")).out;
    const complete = (words: string[]) => {
      const line = `${script}\nCOMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _postwright; echo "\${COMPREPLY[@]}"`;
      return String(execFileSync("bash", ["-c", line])).trim();
    };
    expect(complete(["postwright", "wh"])).toBe("whoami");
    expect(complete(["postwright", "post", "--dr"]).split(" ").sort()).toEqual(["--draft", "--dry-run"]);
    for (const shell of ["zsh", "fish"]) {
      const { code, out } = await postwright(`completion ${shell}`);
      expect(code).toBe(0);
      for (const name of ["sign-in", "post", "import", "dry-run", "skip-bad"]) expect(out).toContain(name);
    }
    expect((await postwright("completion cmd")).code).toBe(2);
  });
});

describe("the import of a plan", () => {
  beforeEach(async () => {
    await service.database.pool.query("update posts set deleted_at = now() where deleted_at is null");
  });
  const plan = `text,channels,scheduled_for,draft
"Monday, with a comma",x;linkedin,2027-05-03 09:00,
"Two parts
---
of a thread",x,2027-05-04T09:00:00+02:00,
Only a draft,x,,
`;

  test("a plan is shown, imported and undone, and is never imported twice by accident", async () => {
    write("plan.csv", plan);
    const preview = await postwright("import plan.csv --dry-run --zone Europe/Berlin");
    expect([preview.code, await countAll()]).toEqual([0, 0]);
    expect(preview.err).toMatch(
      /LINE +WHEN .*\n2 +Mon 3 May 2027, 09:00 Europe\/Berlin .* x linkedin +Monday, with a comma/,
    );
    expect((await postwright("import plan.csv")).code).toBe(2);
    expect(await countAll()).toBe(0);
    const done = await postwright("import plan.csv --yes --zone Europe/Berlin");
    expect([done.code, await countAll()]).toEqual([0, 4]);
    const posts = await api("GET", "/posts?status=scheduled");
    expect(posts.map((post: { scheduled_for: string }) => new Date(post.scheduled_for).toISOString()).sort()).toEqual([
      "2027-05-03T07:00:00.000Z",
      "2027-05-03T07:00:00.000Z",
      "2027-05-04T07:00:00.000Z",
    ]);
    const again = await postwright("import plan.csv --yes");
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("was imported at")]);
    expect(await countAll()).toBe(4);
    const undone = await postwright("import --undo plan.csv.import.json");
    expect([undone.code, undone.out, await countAll()]).toEqual([0, "4 posts deleted, 0 already gone.\n", 0]);
  });

  test("an undo keeps what was published", async () => {
    write("soon.csv", "text,channel,time\nGoes out,x,in 1 minute\nStays planned,x,in 3 days\n");
    expect((await postwright("import soon.csv --yes")).code).toBe(0);
    const [, first] = await api("GET", "/posts");
    await api("PATCH", `/posts/${first.id}`, { version: first.version, status: "publishing" });
    expect((await postwright(`watch ${first.id}`)).code).toBe(0);
    const undone = await postwright("import --undo soon.csv.import.json");
    expect(undone.out).toContain(`${first.id} is kept: it is published`);
    expect((await api("GET", "/posts")).map((post: { id: string }) => post.id)).toEqual([first.id]);
  });

  test("wrong lines are named, nothing is created then, and --skip-bad imports the others", async () => {
    write(
      "bad.csv",
      `text,channels,time\nFine,x,tomorrow\n,x,tomorrow\nNowhere,myspace,tomorrow\nWhen,x,someday\nNow,x,now\n${"x".repeat(281)},x,tomorrow\nPast,x,2020-01-01 09:00\n`,
    );
    const refused = await postwright("import bad.csv --yes");
    expect([refused.code, await countAll()]).toEqual([1, 0]);
    const named = [...refused.err.matchAll(/^Line (\d+): (.*)$/gm)].map(([, line, message]) => [Number(line), message]);
    expect(named).toEqual([
      [3, "the text is empty"],
      [4, expect.stringContaining('no channel "myspace"')],
      [5, expect.stringContaining("can't be read as a time")],
      [6, expect.stringContaining("can't publish at once")],
      [7, expect.stringContaining("281 characters; the limit is 280")],
      [8, expect.stringContaining("passed")],
    ]);
    const done = await postwright("import bad.csv --yes --skip-bad");
    expect([done.code, await countAll()]).toEqual([0, 1]);
  });

  test("a line that the service refuses after all takes the others of the import back", async () => {
    write("late.csv", "text,channels,time\nFirst of two,x,tomorrow\nSecond of two,x,in 2 days\n");
    service.requests.length = 0;
    const created = () =>
      service.requests.filter(({ method, path: at }) => method === "POST" && at === "/v1/posts").length;
    service.refuseCreate = () => created() === 2;
    const done = await postwright("import late.csv --yes");
    service.refuseCreate = null;
    expect(done.code).toBe(1);
    expect(done.err).toContain("1 post of this import was deleted again");
    expect(await countAll()).toBe(0);
  });

  test("an interrupted import goes on without doubles", async () => {
    write("cut.csv", "text,channels,time\nOne of the cut,x,in 5 hours\nOther of the cut,x,in 6 hours\n");
    // The first create is executed, and neither its answer nor that of a repeat arrives.
    service.faults.push("pass", "pass", "lose answer", ...Array.from({ length: 3 }, () => "lose answer" as const));
    const cut = await postwright("import cut.csv --yes");
    expect([cut.code, cut.err]).toEqual([3, expect.stringContaining("to continue; nothing is created twice")]);
    const done = await postwright("import cut.csv --yes");
    expect(done.code).toBe(0);
    expect([await service.countPosts("One of the cut"), await service.countPosts("Other of the cut")]).toEqual([1, 1]);
  }, 40_000);

  test("without idempotency keys, an interrupted import looks for the row and asks before it sends it again", async () => {
    const countOf = async (text: string) => {
      const { out } = await postwright("list --all --json", { env: strangerEnv });
      return JSON.parse(out).filter((post: { posts: { text: string }[] }) => post.posts[0]?.text === text).length;
    };
    const goOn = (more = "") => postwright(`import unclear.csv --yes${more}`, { env: strangerEnv });
    write("unclear.csv", "text,channels,time\nStored unclear,x,in 5 hours\nLost unclear,x,in 6 hours\n");
    await stranger.failCreate("cut");
    const cut = await goOn();
    expect([cut.code, cut.err]).toEqual([3, expect.stringContaining("may have been created")]);
    expect(cut.err).not.toContain("nothing is created twice");
    // The first row is found; the second one is lost on its way.
    await stranger.failCreate("cut", false);
    expect((await goOn()).code).toBe(3);
    expect(await countOf("Stored unclear")).toBe(1);
    const asked = await goOn();
    expect([asked.code, asked.err]).toEqual([1, expect.stringContaining("--created 3")]);
    expect(await countOf("Lost unclear")).toBe(0);
    expect((await goOn(" --again 3")).code).toBe(0);
    expect([await countOf("Stored unclear"), await countOf("Lost unclear")]).toEqual([1, 1]);
  }, 60_000);

  test("a service that ignores the names of the list's parameters is named instead of answering for it", async () => {
    const env = { ...strangerEnv, POSTWRIGHT_LIST_PARAMS: "state,page_size,offset" };
    const { code, err } = await postwright("list --status failed", { env });
    expect([code, err]).toEqual([expect.any(Number), expect.stringMatching(/POSTWRIGHT_LIST_PARAMS|parameter/)]);
    expect(code).not.toBe(0);
  });

  test("Postwright's export is imported with its drafts and planned posts alone", async () => {
    await postwright('post "=1+1 is no formula" --channel x --at "in 2 days"');
    await postwright('post "Only for me" --channel linkedin --draft');
    await postwright('post "Already out" --channel x --wait');
    const csv = await (
      await fetch(`${service.url}/posts/export?format=csv`, { headers: { "x-api-key": service.key } })
    ).text();
    write("export.csv", csv);
    await service.database.pool.query("update posts set deleted_at = now() where deleted_at is null");
    const done = await postwright("import export.csv --yes --skip-bad");
    expect([done.code, done.err]).toEqual([0, expect.stringContaining("it is published already")]);
    const posts = await api("GET", "/posts");
    expect(
      posts.map((post: { posts: { text: string }[]; status: string }) => [post.posts[0]?.text, post.status]).sort(),
    ).toEqual([
      ["=1+1 is no formula", "scheduled"],
      ["Only for me", "draft"],
    ]);
  });

  test("the columns of Buffer's bulk template are understood, also with semicolons and a byte-order mark", async () => {
    write("buffer.csv", "\uFEFFText;Image URL;Tags;Posting Time\r\nFrom Buffer;;news;2027-05-05 10:30\r\n");
    const done = await postwright("import buffer.csv --yes --channel bluesky --zone Europe/Berlin");
    expect(done.code).toBe(0);
    const [post] = await api("GET", "/posts");
    expect(post).toMatchObject({ channel: "bluesky", posts: [{ text: "From Buffer" }] });
    expect(new Date(post.scheduled_for).toISOString()).toBe("2027-05-05T08:30:00.000Z");
    expect(readFileSync(path.join(command.home, "buffer.csv.import.json"), "utf8")).toContain(post.id);
  });

  test("a date and its time in two columns are one time, and a time without its date is refused", async () => {
    write("two.csv", "text,channels,Date,Time\nOne,x,14/01/2027,18:30\nTwo,x,15/01/2027,\nThree,x,,\n");
    const done = await postwright("import two.csv --yes --zone UTC");
    expect([done.code, done.err]).toEqual([0, expect.stringContaining("day/month")]);
    const posts = await api("GET", "/posts");
    expect(posts.map((post: { scheduled_for: string }) => post.scheduled_for?.slice(0, 16) ?? null).sort()).toEqual([
      "2027-01-14T18:30",
      "2027-01-15T09:00",
      null,
    ]);
    write("half.csv", "text,channels,Scheduled Date,Scheduled Time\nOne,x,,18:30\n");
    const refused = await postwright("import half.csv --yes --zone UTC");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("it has a time and no date")]);
  });

  test("a column of dates is read in one order, which the preview names", async () => {
    const rows = ["1/14/2027 9:30 AM", "2/1/2027 9:30 AM", "2/15/2027 9:30 AM"];
    write("us.csv", `text,channels,time\n${rows.map((time, at) => `Row ${at},x,${time}`).join("\n")}\n`);
    const done = await postwright("import us.csv --yes --zone UTC");
    expect([done.code, done.err]).toEqual([0, expect.stringContaining("Dates are read as month/day, because of")]);
    const posts = await api("GET", "/posts");
    expect(posts.map((post: { scheduled_for: string }) => post.scheduled_for.slice(0, 16)).sort()).toEqual([
      "2027-01-14T09:30",
      "2027-02-01T09:30",
      "2027-02-15T09:30",
    ]);
  });

  test.each([
    ["1/14/2027 9:00,15/1/2027 9:00", "", "contradict each other"],
    ["2/1/2027 9:00", "", "can be two days"],
    ["2/1/2027 9:00", "--dates backwards", "write day-first or month-first"],
    ["1/14/2027 9:00", "--dates day-first", "can't be read as day/month"],
  ])('dates such as %s with "%s" are refused, not guessed', async (times, option, sentence) => {
    write("dates.csv", `text,channels,time\n${times.replaceAll(/^|,/g, "\nA,x,").trim()}\n`);
    const refused = await postwright(`import dates.csv --yes ${option}`);
    expect([refused.code, refused.err, await countAll()]).toEqual([2, expect.stringContaining(sentence), 0]);
  });

  test("dates that could be two days are read as said, or as the member's settings say", async () => {
    write("said.csv", "text,channels,time\nSaid,x,2/1/2027 9:00\n");
    const said = await postwright("import said.csv --dry-run --zone UTC --dates month-first");
    expect(said.err).toMatch(/month\/day, as you said[\s\S]*Mon 1 Feb 2027, 09:00/);
    await api("PATCH", "/me/settings", { date_order: "day_first" });
    const set = await postwright("import said.csv --dry-run --zone UTC");
    expect(set.err).toMatch(/day\/month, as in your settings[\s\S]*Sat 2 Jan 2027, 09:00/);
    await api("PATCH", "/me/settings", { date_order: null });
  });

  test("a file that isn't UTF-8 is refused, or read in the encoding that is named, and no letter is lost", async () => {
    const excel = Buffer.from("text;channels\nGr\xfc\xdfe aus K\xf6ln;x\n", "latin1");
    write("excel.csv", excel);
    const refused = await postwright("import excel.csv --yes");
    expect([refused.code, refused.err, await countAll()]).toEqual([2, expect.stringContaining("CSV UTF-8"), 0]);
    const done = await postwright("import excel.csv --yes --encoding windows-1252");
    expect([done.code, done.out]).toEqual([0, expect.stringMatching(/^1 row imported/)]);
    write("utf16.csv", Buffer.from("\uFEFFtext;channels\nGrüße aus Bonn;x\n", "utf16le"));
    expect((await postwright("import utf16.csv --yes")).code).toBe(0);
    write("lost.csv", "text;channels\nGr\uFFFDe;x\n");
    const lost = await postwright("import lost.csv --yes");
    expect([lost.code, lost.err]).toEqual([1, expect.stringMatching(/another program lost[\s\S]*1 row is wrong/)]);
    const piped = await postwright("post --file excel.csv --channel x --draft");
    expect([piped.code, piped.err]).toEqual([2, expect.stringContaining("isn't UTF-8")]);
    const posts = await api("GET", "/posts");
    expect(posts.map((post: { posts: { text: string }[] }) => post.posts[0]?.text).sort()).toEqual([
      "Grüße aus Bonn",
      "Grüße aus Köln",
    ]);
  });

  test("scheduled posts and drafts that Buffer's API answered are imported with their images' addresses", async () => {
    const node = { text: "From Buffer's API", status: "scheduled", dueAt: "2027-05-05T08:30:00.000Z", assets: [] };
    const edges = [
      { ...node, channelService: "twitter" },
      { ...node, text: "Only an idea", status: "draft", dueAt: null, channelService: "linkedin" },
      { ...node, status: "sent", channelService: "linkedin" },
      { ...node, channelService: "twitter", assets: [{ source: "https://a.example/v.mp4", mimeType: "video/mp4" }] },
      { ...node, channelService: "facebook" },
    ].map((one) => ({ node: one }));
    write("buffer.json", JSON.stringify({ data: { posts: { edges } } }, null, 2));
    const refused = await postwright("import buffer.json --yes");
    expect([refused.code, await countAll()]).toEqual([1, 0]);
    expect(refused.err).toMatch(/Post 3: its status is "sent"/);
    expect(refused.err).toMatch(/Post 4: it has a video/);
    expect(refused.err).toMatch(/Post 5: There is no channel "facebook"/);
    expect((await postwright("import buffer.json --yes --skip-bad")).code).toBe(0);
    const posts = await api("GET", "/posts");
    const found = posts.map((post: { channel: string; status: string; posts: { text: string }[] }) => [
      post.channel,
      post.status,
      post.posts[0]?.text,
    ]);
    expect(found.sort()).toEqual([
      ["linkedin", "draft", "Only an idea"],
      ["x", "scheduled", "From Buffer's API"],
    ]);
  });

  test("queued posts and drafts that Postiz's API answered are imported, with the text of their paragraphs", async () => {
    const post = {
      id: "1",
      content: "<p>Doors &amp; windows</p><p>open at nine</p>",
      publishDate: "2027-05-06T07:00:00.000Z",
      state: "QUEUE",
      integration: { id: "i", providerIdentifier: "linkedin-page", name: "Northwind" },
    };
    const draft = { ...post, content: "a < b", state: "DRAFT", integration: { providerIdentifier: "x" } };
    write("postiz.json", JSON.stringify({ posts: [post, draft] }));
    expect((await postwright("import postiz.json --yes")).code).toBe(0);
    const posts = await api("GET", "/posts");
    expect(posts).toHaveLength(2);
    expect(posts).toContainEqual(
      expect.objectContaining({ channel: "linkedin", posts: [{ text: "Doors & windows\nopen at nine" }] }),
    );
    expect(posts).toContainEqual(
      expect.objectContaining({ channel: "x", status: "draft", posts: [{ text: "a < b" }] }),
    );
    write("other.json", '{"items":[]}');
    expect((await postwright("import other.json --yes")).err).toContain("isn't a list of posts");
  });
});
