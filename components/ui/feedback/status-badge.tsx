import { Ban, Check, CircleAlert, CircleDashed, CirclePause, Clock, Loader, PenLine } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { Badge, type BadgeTone } from "./badge.tsx";

type Status = { word: string; tone: BadgeTone; icon: ComponentType<{ className?: string }> };

const known = new Map<string, Status>([
  ["draft", { word: "Draft", tone: "draft", icon: PenLine }],
  ["scheduled", { word: "Scheduled", tone: "scheduled", icon: Clock }],
  ["on_hold", { word: "On hold", tone: "publishing", icon: CirclePause }],
  ["publishing", { word: "Publishing", tone: "publishing", icon: Loader }],
  ["published", { word: "Published", tone: "published", icon: Check }],
  ["failed", { word: "Failed", tone: "failed", icon: CircleAlert }],
  ["unconfirmed", { word: "Unconfirmed", tone: "publishing", icon: CircleDashed }],
  ["canceled", { word: "Canceled", tone: "draft", icon: Ban }],
]);

function getStatusAppearance(status: string): Status {
  const word = status.replace(/[_-]+/g, " ").trim();
  return (
    known.get(status) ?? {
      word: word ? word.charAt(0).toUpperCase() + word.slice(1) : "Unknown",
      tone: "draft",
      icon: CircleDashed,
    }
  );
}

/** A status with icon, label and color. An unknown status keeps the service's name and is plain. */
export function StatusBadge({ status, children }: { status: string; children?: ReactNode }) {
  const { word, tone, icon: Icon } = getStatusAppearance(status);
  return (
    <Badge tone={tone} icon={<Icon className={status === "publishing" ? "size-3.5 animate-turn" : "size-3.5"} />}>
      {children ?? word}
    </Badge>
  );
}
