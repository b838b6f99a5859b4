import { redirect } from "next/navigation";
import { readSession } from "#lib/session/session";

/** The desk for who is signed in, else the door. */
export default async function HomePage(): Promise<never> {
  redirect((await readSession()) ? "/compose" : "/sign-in");
}
