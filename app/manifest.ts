import type { MetadataRoute } from "next";

/** A POST of several parts, which Next's type does not know of a list of files. */
type ShareTarget = NonNullable<MetadataRoute.Manifest["share_target"]>;

const shareTarget: ShareTarget = {
  // Received by public/worker.js: the server never sees it, so that it also works without a network.
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

/** What the browser needs to install this as an app. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: "Postwright",
    short_name: "Postwright",
    description: "Write a post once, send it to every channel, get credit for it.",
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    // The paper of the light theme: what is shown while the app opens.
    background_color: "#f6f4f0",
    theme_color: "#f6f4f0",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Write", url: "/compose" },
      { name: "Calendar", url: "/calendar" },
    ],
    share_target: shareTarget,
  };
}
