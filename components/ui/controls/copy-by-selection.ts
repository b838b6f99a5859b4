/** Copies without the clipboard API, which browsers offer in secure contexts only. @returns whether it was copied */
export function copyBySelection(text: string, button: HTMLElement): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  // Beside the button: a dialog takes the focus back from anything outside it, and then nothing would be copied.
  button.after(area);
  area.select();
  const isSelected = document.activeElement === area;
  const isCopied = isSelected && document.execCommand("copy");
  area.remove();
  button.focus();
  return isCopied;
}
