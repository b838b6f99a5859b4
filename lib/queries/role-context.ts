"use client";
import { createContext, useContext } from "react";

/** The signed-in member's role, filled by the dashboard layout. The service checks every change itself. */
export const RoleContext = createContext("member");

/** Returns the signed-in member's role, for texts that say who may do something. */
export function useRole(): string {
  return useContext(RoleContext);
}
