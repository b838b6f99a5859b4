import type { MetadataRoute } from "next";

/** The type of Next's `share_target` does not allow a list of files. */
type ShareTarget = NonNullable<MetadataRoute.Manifest["share_target"]>;

const shareTarget: ShareTarget = {
  // public/worker.js receives this request: the server never sees it, so sharing also works without a network.
  action: "/share",
  method: "post",
  enctype: "multipart/form-data",
  params: {
    title: "title",
    text: "text",
    url: "url",
    files: [{ name: "images", accept: ["image/jpeg", "image/png", "image/webp", "image/gif"] }],
  },
};

/** The web app manifest, which lets the browser install the app. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: "Postwright",
    short_name: "Postwright",
    description: "Write once, publish to every channel, get credit for it.",
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    // The light theme's paper color, shown while the app opens.
    background_color: "#f6f4f0",
    theme_color: "#f6f4f0",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Write", url: "/compose?new" },
      { name: "Calendar", url: "/calendar" },
    ],
    share_target: shareTarget,
  };
}
