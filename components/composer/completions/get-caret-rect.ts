const copied = ["font", "letter-spacing", "line-height", "padding", "border", "text-indent", "direction", "tab-size"];

/** Returns where a character of a field is on the screen: a copy of the field breaks its lines alike. */
export function getCaretRect(field: HTMLTextAreaElement, at: number): DOMRect {
  const copy = document.createElement("div");
  const style = getComputedStyle(field);
  for (const name of copied) copy.style.setProperty(name, style.getPropertyValue(name));
  const { left, top, width } = field.getBoundingClientRect();
  Object.assign(copy.style, {
    position: "fixed",
    left: `${left}px`,
    top: `${top - field.scrollTop}px`,
    width: `${width}px`,
    boxSizing: "border-box",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
    visibility: "hidden",
    unicodeBidi: "plaintext",
  });
  const mark = document.createElement("span");
  mark.textContent = "\u200b";
  copy.append(field.value.slice(0, at), mark);
  document.body.append(copy);
  const rect = mark.getBoundingClientRect();
  copy.remove();
  return rect;
}
