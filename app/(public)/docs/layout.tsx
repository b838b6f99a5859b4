import type { ReactNode } from "react";
import "./docs.css";

export default function DocsRouteLayout({ children }: { children: ReactNode }) {
  return children;
}
