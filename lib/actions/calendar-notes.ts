"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { CalendarNote } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const id = z.string().min(1).max(200);
const fields = { day: z.iso.date(), text: z.string().trim().min(1).max(limits.noteCharacters) };

const Create = z.object(fields);
export async function createCalendarNote(input: unknown): Promise<Result<CalendarNote>> {
  const asked = Create.safeParse(input);
  return asked.success ? (await getServiceClient()).createNote(asked.data) : toInputFailure(asked.error);
}

const Change = z.object({ id, ...fields });
/** Changes the text or the day of a note. */
export async function updateCalendarNote(input: unknown): Promise<Result<CalendarNote>> {
  const asked = Change.safeParse(input);
  return asked.success ? (await getServiceClient()).changeNote(asked.data) : toInputFailure(asked.error);
}

const One = z.object({ id });
export async function deleteCalendarNote(input: unknown): Promise<Result<{ id: string; deleted: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).deleteNote(asked.data) : toInputFailure(asked.error);
}
