/** @type {import("next").NextConfig} */
export default {
  // The server sets every header itself and answers Next's optimizer route with 404 (GHSA-2xp9-vwfh-vxw4).
  images: { unoptimized: true },
  poweredByHeader: false,
  compress: false,
  reactStrictMode: true,
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // Each page of the documentation is also Markdown, for assistants: a route can't end in a suffix of its parameter.
  rewrites: async () => [
    { source: "/docs.md", destination: "/docs-markdown" },
    { source: "/docs/:slug.md", destination: "/docs-markdown/:slug" },
    { source: "/docs/api/:group.md", destination: "/docs-markdown/api/:group" },
  ],
  // Lucide's own icon factory carries 1 KB of options that nothing here uses.
  turbopack: {
    resolveAlias: { "../createLucideIcon.mjs": "./components/ui/create-lucide-icon.ts" },
    rules: { "**/lucide-react/dist/esm/icons/*.mjs": { loaders: ["./lib/server/build/lucide-icon-loader.mjs"] } },
  },
};
