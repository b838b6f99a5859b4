// The one script of the documentation pages: buttons that copy, a search of the endpoints, the reader's own channel ids,
// and the language that was chosen last. Without it the pages are whole. They are static, so no framework runs here.

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

const index = document.querySelector("[data-endpoint-index]");
if (index) {
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = "Search endpoints";
  search.setAttribute("aria-label", "Search endpoints");
  search.className = "mt-3 w-full max-w-[72ch] rounded-control border bg-paper px-3 py-2 text-14";
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "mt-2 text-13 text-ink-3";
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const group of index.querySelectorAll("section")) {
      let own = 0;
      for (const item of group.querySelectorAll("li")) {
        const text = item.textContent.toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
        if (!item.hidden) own += 1;
      }
      group.hidden = own === 0;
      shown += own;
    }
    status.textContent = words.length === 0 ? "" : shown === 1 ? "1 endpoint" : `${shown} endpoints`;
  });
  index.before(search, status);
}

const quickstart = document.querySelector("[data-quickstart]");
if (quickstart) {
  const code = quickstart.querySelector("pre");
  const button = createButton("Fill in my channel", "mt-2");
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  status.className = "ml-2 text-13 text-ink-3";
  button.addEventListener("click", async () => {
    const channels = await readChannels();
    const channel = channels?.find((one) => one.practice) ?? channels?.[0];
    if (channel) code.textContent = code.textContent.replace("CHANNEL_ID", channel.id);
    status.textContent = channel
      ? `Filled in: ${channel.name ?? channel.username ?? channel.channel}.`
      : channels
        ? "You have no channel yet."
        : "Sign in first, then press again.";
  });
  quickstart.append(button, status);
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
