/**
 * Keeps only the drawing of a Lucide icon: its name, its size and the keys of its lines are a third of a page's icons, and
 * components/ui/create-lucide-icon.ts reads none of them.
 */
// biome-ignore lint/style/noDefaultExport: a loader is its module's default export
export default function dropLucideNames(source) {
  return source
    .replaceAll(/,\s*key: "\w+"/g, "")
    .replace(/(?<!\s)\s+name: "[^"]+",\s+size: 24,/, "")
    .replace(/,\s+aliases: \[[^\]]*\]/, "")
    .replace("__iconData.node;\n", "");
}
