/** Silences dnd-kit's announcements, for drags that announce every move with their own messages. */
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
/** Distance in px before a press becomes a drag, and delay in ms on touch, where a short press scrolls. */
export const dragSensorOptions = {
  mouse: { activationConstraint: { distance: 5 } },
  touch: { activationConstraint: { delay: 220, tolerance: 8 } },
};
