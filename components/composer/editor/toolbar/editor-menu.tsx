"use client";
import { Combine, FileInput, FilePlus, Keyboard, SquarePen } from "lucide-react";
import { hexToUuid } from "#components/composer/drafts/draft-storage-format.ts";
import { toDraftContent } from "#components/composer/drafts/to-draft-content.ts";
import { isReplacement, type StartOverOptions, startOver } from "#components/composer/start-over.ts";
import { type ComposerDraft, isDraftBlank } from "#components/composer/state/draft.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { triggerShortcut } from "#components/ui/keyboard/shortcut-registry.tsx";
import { ContextMenu, type MenuItem } from "#components/ui/overlays/context-menu.tsx";
import { saveDraft } from "#lib/actions/drafts.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type EditorMenuProps = {
  /** The part in focus. */
  partId: string | undefined;
  /** Number of parts in the active variant. */
  partCount: number;
  draft: ComposerDraft;
  /** True if the service stores templates. */
  hasTemplates: boolean;
  isReadOnly: boolean;
  startOver: StartOverOptions;
  onJoin: (partId: string) => void;
  onTemplates: () => void;
  at: { x: number; y: number };
  opener: Element | null;
  onClose: () => void;
};

/** Menu with rare commands for the whole text. */
export function EditorMenu(props: EditorMenuProps) {
  const { partId, partCount, draft, hasTemplates, isReadOnly, onJoin, onTemplates, at, opener, onClose } = props;
  const icon = "size-4 text-ink-3";
  const items: MenuItem[] = [
    ...(partCount > 1 && !isReadOnly
      ? [
          {
            id: "join",
            label: "Join all parts",
            icon: <Combine className={icon} />,
            onSelect: () => onJoin(partId ?? ""),
          },
        ]
      : []),
    ...(hasTemplates && !isReadOnly
      ? [{ id: "insert", label: "Insert template…", icon: <FileInput className={icon} />, onSelect: onTemplates }]
      : []),
    ...(hasTemplates && !isDraftBlank(draft)
      ? [
          {
            id: "save",
            label: "Save as template",
            icon: <FilePlus className={icon} />,
            onSelect: () => void saveTemplate(draft),
          },
        ]
      : []),
    ...(props.startOver.isEdit ||
    isReplacement(props.startOver) ||
    isReadOnly ||
    isDraftBlank(draft) ||
    props.startOver.session.get().conflict
      ? []
      : [
          {
            id: "new",
            label: "New post",
            icon: <SquarePen className={icon} />,
            // The menu returns the focus in a task of its own, before React renders the new text, which then takes it.
            onSelect: () => void setTimeout(() => startOver(props.startOver), 0),
          },
        ]),
    {
      id: "keys",
      label: "Keyboard shortcuts",
      icon: <Keyboard className={icon} />,
      keys: "?",
      onSelect: () => triggerShortcut("?"),
    },
  ];
  return <ContextMenu label="More text tools" items={items} at={at} opener={opener} onClose={onClose} />;
}

async function saveTemplate(draft: ComposerDraft): Promise<void> {
  const input = { id: hexToUuid(newId()), version: 0, kind: "template", content: toDraftContent(draft, null) };
  const saved = await saveDraft(input).catch((error: unknown) => ({ ok: undefined, error: toReadFailure(error) }));
  const { what, safe } = describeFailure(saved.error ?? toReadFailure(null));
  showToast(
    saved.ok
      ? {
          message: "Saved as a template.",
          links: [{ label: "Templates", href: "/drafts?show=templates" }],
        }
      : { tone: "failed", message: `${what} ${safe}` },
  );
}
