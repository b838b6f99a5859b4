// The one script of the documentation pages: buttons that copy, the search, the reader's own channel ids, and the language
// that was chosen last. Without it the pages are whole. They are static, so no framework runs here.

const languageKey = "postwright-docs-language";

/** A button in the style of the pages. */
function createButton(label, classes) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.className = `rounded-control border bg-paper px-2 py-1 text-12 text-ink-2 hover:text-ink ${classes}`;
  return button;
}

for (const block of document.querySelectorAll("[data-code]")) {
  const button = createButton("Copy", "absolute top-1.5 right-1.5");
  const name = block.querySelector("section")?.getAttribute("aria-label") ?? "code";
  button.setAttribute("aria-label", `Copy: ${name}`);
  button.addEventListener("click", async () => {
    const isCopied = await copy(block.querySelector("pre"));
    button.textContent = isCopied ? "Copied" : "Selected";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2_000);
  });
  block.append(button);
}

/** Copies the text; on plain http, where a page may not write to the clipboard, selects it. */
async function copy(pre) {
  try {
    await navigator.clipboard.writeText(pre.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(pre);
    return false;
  }
}

// A language opened once opens everywhere.
const samples = [...document.querySelectorAll("details[data-language]")];
const readLanguage = () => {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
};
for (const sample of samples) {
  if (sample.dataset.language === readLanguage()) sample.open = true;
  sample.querySelector("summary")?.addEventListener("click", () => {
    try {
      if (sample.open) localStorage.removeItem(languageKey);
      else localStorage.setItem(languageKey, sample.dataset.language);
    } catch {
      // Storage is off: the choice holds for this one sample.
    }
  });
}

const searchPlace = document.querySelector("[data-docs-search]");
if (searchPlace) {
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = "Search the documentation";
  search.setAttribute("aria-label", "Search the documentation");
  search.className = "w-full max-w-[72ch] rounded-control border border-line-control bg-paper px-3 py-2 text-14";
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "mt-1 mb-4 min-h-[18px] text-13 text-ink-3";
  const results = document.createElement("ul");
  results.setAttribute("aria-label", "Search results");
  results.className = "mb-8 grid max-w-[72ch] divide-y rounded-card border bg-paper";
  results.hidden = true;
  let entries = null;
  search.addEventListener("focus", () => {
    entries ??= readEntries();
  });
  search.addEventListener("input", async () => {
    const query = search.value;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    entries ??= readEntries();
    const all = await entries;
    // A later letter has its own answer.
    if (search.value !== query) return;
    if (all === null) {
      entries = null;
      status.textContent = "The search can’t be loaded. Check your connection and type again.";
      return;
    }
    const found = words.length === 0 ? [] : rank(all, words);
    results.hidden = found.length === 0;
    results.replaceChildren(...found.slice(0, 12).map((entry) => createResult(entry, words)));
    status.textContent =
      words.length === 0 ? "" : found.length === 1 ? "1 result" : `${found.length === 0 ? "No" : found.length} results`;
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      search.value = "";
      search.dispatchEvent(new Event("input"));
    }
  });
  searchPlace.append(search, status, results);
}

/** Every section of the guides and every endpoint; null without a connection. */
async function readEntries() {
  try {
    const answer = await fetch("/docs/search.json");
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** The entries that have every word; those with more of them in their title come first. */
function rank(entries, words) {
  return entries
    .map((entry) => {
      const title = `${entry.title} ${entry.page}`.toLowerCase();
      const text = entry.text.toLowerCase();
      if (!words.every((word) => title.includes(word) || text.includes(word))) return null;
      return { entry, score: words.filter((word) => title.includes(word)).length };
    })
    .filter(Boolean)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

function createResult(entry, words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = entry.href;
  link.className = "block px-4 py-2.5 hover:bg-sunk";
  const at = Math.max(0, entry.text.toLowerCase().indexOf(words[0]) - 60);
  const lines = [
    [entry.title === entry.page ? entry.title : `${entry.title} · ${entry.page}`, "block text-14 font-medium"],
    [`${at > 0 ? "… " : ""}${entry.text.slice(at, at + 160)}`, "block truncate text-13 text-ink-2"],
  ];
  for (const [text, className] of lines) {
    const line = document.createElement("span");
    line.textContent = text;
    line.className = className;
    link.append(line);
  }
  item.append(link);
  return item;
}

const placeholders = [...document.querySelectorAll("pre")].filter((code) => code.textContent.includes("CHANNEL_ID"));
const firstPlaceholder = placeholders[0]?.closest("[data-code]");
if (firstPlaceholder) {
  const button = createButton("Fill in my channel", "mt-2");
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  status.className = "ml-2 text-13 text-ink-3";
  button.addEventListener("click", async () => {
    const channels = await readChannels();
    const channel = channels?.find((one) => one.practice) ?? channels?.[0];
    if (channel)
      for (const code of placeholders) code.textContent = code.textContent.replaceAll("CHANNEL_ID", channel.id);
    status.textContent = channel
      ? `Filled in: ${channel.name ?? channel.username ?? channel.channel}.`
      : channels
        ? "You have no channel yet."
        : "Sign in first, then press again.";
  });
  firstPlaceholder.after(button, status);
}

/** The channels of the person who is signed in; null for a visitor. */
async function readChannels() {
  try {
    const answer = await fetch("/read/channels", { headers: { accept: "application/json" } });
    return answer.ok ? ((await answer.json()).ok ?? null) : null;
  } catch {
    return null;
  }
}
