"use client";
import {
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type MouseEvent, type Ref, type TouchEvent, useImperativeHandle } from "react";
import { createPortal } from "react-dom";
import { join } from "#components/ui/join";
import { sensorOptions, silent } from "../ui/dragging.ts";
import { titleOf } from "./entry-words.ts";
import type { Held } from "./screen.tsx";

export type DragPoint = { x: number; y: number };
export type DragHandle = {
  /** Hands a press on a chip to the sensors: it becomes a drag once it moves, or is held under a finger. */
  begin: (event: MouseEvent | TouchEvent, node: HTMLElement) => void;
};

type DragLayerProps = {
  /** Told of the handle when there is one. */
  onReady: (handle: DragHandle | null) => void;
  held: Held | null;
  onStart: () => void;
  onMove: (point: DragPoint) => void;
  onEnd: () => void;
  onCancel: () => void;
};

function pointOf({ activatorEvent, delta }: DragMoveEvent): DragPoint {
  const from = "touches" in activatorEvent ? (activatorEvent as globalThis.TouchEvent).touches[0] : activatorEvent;
  const { clientX, clientY } = from as globalThis.MouseEvent;
  return { x: clientX + delta.x, y: clientY + delta.y };
}

/**
 * Dragging, loaded with the first pointer over the calendar. One draggable stands for whatever is pressed, so that chips
 * carry no hooks of their own, and where it is over is read from the page.
 */
export function DragLayer({ onReady, held, onStart, onMove, onEnd, onCancel }: DragLayerProps) {
  const sensors = useSensors(useSensor(MouseSensor, sensorOptions.mouse), useSensor(TouchSensor, sensorOptions.touch));
  return (
    <DndContext
      sensors={sensors}
      accessibility={silent}
      onDragStart={onStart}
      onDragMove={(event) => onMove(pointOf(event))}
      onDragEnd={onEnd}
      onDragCancel={onCancel}
    >
      <Grip handle={onReady} />
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {held?.by === "drag" ? (
            <div
              data-dragging="true"
              className="w-max max-w-[220px] truncate rounded-chip border border-accent bg-paper px-2.5 py-2 text-12 text-ink shadow-float"
            >
              {titleOf(held.what.is === "entry" ? held.what.entry : held.what.draft)}
            </div>
          ) : null}
        </DragOverlay>,
        document.body,
      )}
      {held?.by === "drag" && held.what.is === "entry" ? <TrayStrip isAim={held.aim === "tray"} /> : null}
    </DndContext>
  );
}

/**
 * The tray of those who have none beside the calendar, for as long as something is held that can lose its time. Its words
 * stand at its top, where the finger that lets go does not hide them.
 */
function TrayStrip({ isAim }: { isAim: boolean }) {
  return (
    <div
      data-tray="true"
      aria-hidden="true"
      className={join(
        "fixed inset-x-4 bottom-[calc(var(--bottom-bar)+12px)] z-40 flex min-h-20 items-start justify-center rounded-card border border-dashed px-4 pt-3 text-14 shadow-float sm:left-1/2 sm:right-auto sm:w-96 sm:-translate-x-1/2 xl:hidden",
        isAim ? "border-accent bg-accent-wash text-accent" : "border-line-strong bg-paper text-ink-2",
      )}
    >
      {isAim ? "Let go: it becomes a draft without a time" : "Unscheduled"}
    </div>
  );
}

function Grip({ handle }: { handle: Ref<DragHandle> }) {
  const { setNodeRef, listeners } = useDraggable({ id: "held" });
  useImperativeHandle(handle, () => ({
    begin(event, node) {
      setNodeRef(node);
      const name = event.type === "touchstart" ? "onTouchStart" : "onMouseDown";
      listeners?.[name]?.(event);
    },
  }));
  return null;
}
