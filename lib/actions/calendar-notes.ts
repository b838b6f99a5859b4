"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { Note } from "#lib/contract/types.ts";
import { gateway } from "#lib/gateway/service-client.ts";
import { badInput } from "./input-failure.ts";

const id = z.string().min(1).max(200);
const fields = { day: z.iso.date(), text: z.string().trim().min(1).max(limits.noteCharacters) };

const Create = z.object(fields);
/** Pins a note to a day. */
export async function createNote(input: unknown): Promise<Result<Note>> {
  const asked = Create.safeParse(input);
  return asked.success ? (await gateway()).createNote(asked.data) : badInput(asked.error);
}

const Change = z.object({ id, ...fields });
/** Changes a note's words or its day. */
export async function changeNote(input: unknown): Promise<Result<Note>> {
  const asked = Change.safeParse(input);
  return asked.success ? (await gateway()).changeNote(asked.data) : badInput(asked.error);
}

const One = z.object({ id });
/** Removes a note. */
export async function deleteNote(input: unknown): Promise<Result<{ id: string; deleted: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await gateway()).deleteNote(asked.data) : badInput(asked.error);
}
