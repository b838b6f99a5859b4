import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright";

const base = process.env.BASE ?? "http://localhost:4303";
const key = "pw_0123456789abcdefghijklmnopqrstuvwxyz";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const first = await browser.newContext({ baseURL: base, timezoneId: "Europe/Berlin", locale: "en-GB" });
const p0 = await first.newPage();
await p0.goto("/sign-in");
await p0.getByLabel(/api key/i).fill(key);
await p0.getByRole("button", { name: /^sign in/i }).click();
await p0.waitForURL((u) => !u.pathname.startsWith("/sign-in"));
const state = await first.storageState();
await first.close();
const jobs = JSON.parse(process.argv[2]);
for (const { name, url, sizes = [1440], themes = ["light"], act, axe = true } of jobs)
  for (const width of sizes)
    for (const theme of themes) {
      const touch = width < 500;
      const ctx = await browser.newContext({
        baseURL: base,
        storageState: state,
        viewport: { width, height: width < 500 ? 844 : 900 },
        colorScheme: theme,
        timezoneId: "Europe/Berlin",
        locale: "en-GB",
        hasTouch: touch,
        isMobile: touch,
      });
      const page = await ctx.newPage();
      page.on("console", (m) => {
        if (m.type() === "error") console.log(name, width, theme, "CONSOLE", m.text().slice(0, 300));
      });
      page.on("pageerror", (e) => console.log(name, "PAGEERROR", String(e).slice(0, 300)));
      await page.goto(url);
      await page.waitForLoadState("load");
      await page.waitForTimeout(700);
      if (act) {
        await new Function("page", `return (async()=>{${act}})()`)(page);
        await page.waitForTimeout(500);
      }
      if (axe) {
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const v of violations)
          console.log(
            name,
            width,
            theme,
            "AXE",
            v.id,
            v.nodes
              .slice(0, 3)
              .map((n) => n.target.join(" "))
              .join(" | "),
          );
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
      if (wide)
        console.log(name, width, "SCROLLS SIDEWAYS", await page.evaluate(() => document.documentElement.scrollWidth));
      await page.screenshot({ path: `/tmp/h3shot-${name}-${width}-${theme}.png` });
      await ctx.close();
    }
await browser.close();
