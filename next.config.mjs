/** @type {import("next").NextConfig} */
export default {
  // The server sets every header itself and answers Next's optimizer route with 404 (GHSA-2xp9-vwfh-vxw4).
  images: { unoptimized: true },
  poweredByHeader: false,
  compress: false,
  reactStrictMode: true,
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // Lucide's own icon factory carries 1 KB of options that nothing here uses.
  turbopack: { resolveAlias: { "../createLucideIcon.mjs": "./components/ui/lucide-icon.ts" } },
};
