import type { ReactNode } from "react";
import { Logo } from "#components/shell/logo.tsx";

type AuthLayoutProps = {
  title: string;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  /** A fact about this installation, at the bottom. */
  foot?: ReactNode;
  /** The `AuthIllustration` at the right, passed as a prop so that a form around this layout need not import it. */
  picture: ReactNode;
  children: ReactNode;
};

/** The layout of pages before sign-in: one column at the left, and an illustration at the right of wide screens. */
export function AuthLayout({ title, lead, foot, picture, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="flex w-full flex-col px-[72px] py-14 max-lg:mx-auto max-lg:max-w-[528px] max-sm:px-5 max-sm:py-8">
        <Logo />
        <div className="my-auto w-full max-w-[380px] py-10">
          <h1 className="text-26 font-semibold">{title}</h1>
          {lead ? <div className="mt-2 text-pretty text-15 text-ink-3">{lead}</div> : null}
          <div className="mt-5">{children}</div>
        </div>
        {foot ? <div className="text-13 text-ink-3">{foot}</div> : null}
      </main>
      <div aria-hidden="true" className="grid place-items-center border-l bg-sunk px-7 max-lg:hidden">
        {picture}
      </div>
    </div>
  );
}
