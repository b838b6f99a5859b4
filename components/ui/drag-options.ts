/** For dragging whose every move is said in words of our own. */
export const silentDragAccessibility = {
  announcements: {
    onDragStart: () => undefined,
    onDragMove: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: "" },
};
/** Px before a press is a drag, and ms under a finger, where a short press scrolls. */
export const dragSensorOptions = {
  mouse: { activationConstraint: { distance: 5 } },
  touch: { activationConstraint: { delay: 220, tolerance: 8 } },
};
