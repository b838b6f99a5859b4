/** Whether a press has ended while what follows it was loaded. */
function watchPressEnd(): () => boolean {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  for (const sign of ["mouseup", "touchend", "touchcancel"]) document.addEventListener(sign, end, { once: true });
  return () => isOver;
}

/** A handle is pressed, perhaps to drag its row. `onDrop` is told by how many places. What drags is loaded with the press. */
export function startPartDrag(event: MouseEvent | TouchEvent, row: HTMLElement, onDrop: (by: number) => void): void {
  const isOver = watchPressEnd();
  void import("#components/composer/editor/drag-part.ts").then(
    ({ dragPart }) => isOver() || dragPart(event, { row, onDrop }),
    // It can't be loaded now: the buttons beside the handle do the same.
    () => undefined,
  );
}
