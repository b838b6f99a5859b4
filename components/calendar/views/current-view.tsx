"use client";
import { Suspense } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { MonthView } from "./month-view.tsx";

const TimeView = lazyComponent(() => import("./time-view.tsx").then((file) => file.TimeView));
const ListView = lazyComponent(() => import("./list-view.tsx").then((file) => file.ListView));

/** The chosen view. A late chunk of a lazy view blanks only the view, because the boundary is here. */
export function CurrentView() {
  const { params } = useCalendarContext();
  return (
    <Suspense>
      {params.view === "month" ? <MonthView /> : params.view === "list" ? <ListView /> : <TimeView key={params.view} />}
    </Suspense>
  );
}
