/**
 * Leaves the drawing of a Lucide icon alone: the names and keys beside it are a third of a page's icons, and
 * components/ui/create-lucide-icon.ts reads none of them.
 */
// biome-ignore lint/style/noDefaultExport: a loader is its module's default export
export default function dropLucideNames(source) {
  return source
    .replaceAll(/,\s*key: "\w+"/g, "")
    .replace(/\s+name: "[^"]+",\s+size: 24,/, "")
    .replace(/,\s+aliases: \[[^\]]*\]/, "")
    .replace("__iconData.node;\n", "");
}
