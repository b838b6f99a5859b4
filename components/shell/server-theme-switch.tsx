import { cookies } from "next/headers";
import { parseTheme, themeCookie } from "./theme-cookie.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

/** The theme switch with the current choice. For the server only. */
export async function ServerThemeSwitch() {
  return <ThemeSwitch theme={parseTheme((await cookies()).get(themeCookie)?.value)} />;
}
