/**
 * Copies text without the clipboard API, which browsers only offer in secure contexts.
 * @returns whether the text was copied
 */
export function copyBySelection(text: string, button: HTMLElement): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  // Next to the button: a dialog takes the focus back from any element outside it, and then the copy would fail.
  button.after(area);
  area.select();
  const isSelected = document.activeElement === area;
  const isCopied = isSelected && document.execCommand("copy");
  area.remove();
  button.focus();
  return isCopied;
}
