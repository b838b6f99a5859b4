"use server";
import { redirect } from "next/navigation";
import { endSession } from "#lib/session/session";

/** Ends the session here and on the server. The key itself keeps working elsewhere. */
export async function signOut(): Promise<void> {
  await endSession();
  redirect("/sign-in?left=1");
}
