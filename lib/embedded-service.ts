/** What `server.ts` hands to the dashboard: the embedded service, without a network hop. */
export type EmbeddedService = {
  /** The public API, for requests whose path starts with /v1. */
  fetch: (request: Request) => Promise<Response>;
  /**
   * Creates organization, first owner and key from the one-time token, and signs the owner in as themselves. Refuses with a
   * code when the token was used.
   */
  setup: (
    input: { token: string; organization: string; name: string; email: string },
    visitor: Visitor,
  ) => Promise<
    | { ok: { key: string; session: OpenedSession } }
    | { error: { code: "forbidden" | "conflict" | "invalid_request"; message: string } }
  >;
  /** True while the one-time token may still be used. */
  isSetupOpen: (token: string) => Promise<boolean>;
  /** A row that can be closed: the sealed cookie carries its id and every request is checked against it. */
  openSession: (key: string, device?: string, address?: string | null) => Promise<string | null>;
  closeSession: (sessionId: string) => Promise<void>;
  /** As the database's clock says, which every rule of the service goes by: this machine's may be wrong. */
  now: () => Date;
  /** People, how they sign in, and the members they may act as. Only for the dashboard: none of it is an endpoint. */
  accounts: EmbeddedAccounts;
  passkeys: EmbeddedPasskeys;
  twoStep: EmbeddedTwoStep;
  /** Null where the operator named no OpenID provider. */
  provider: EmbeddedProvider | null;
};

/** A session that was opened: what the sealed cookie carries. */
export type OpenedSession = {
  key: string;
  sessionId: string;
  /** Where its request comes from, for the audit log. */
  address?: string | null;
};

/** How somebody signed in. */
export type SignInMethod = "password" | "passkey" | "provider" | "invitation" | "setup";

/** What an account's function answers. `message` is a sentence for the person; `field` is the one it is about. */
export type AccountResult<T> =
  | { ok: T; error?: undefined }
  | {
      ok?: undefined;
      error: {
        code: string;
        message: string;
        field?: string;
        retryAfterSeconds?: number;
        /** With `second_step_required`: what goes on to the second step, in this browser alone. */
        ticket?: string;
        next?: string;
      };
    };

/** One of the members that a person may act as. */
export type Membership = {
  memberId: string;
  name: string;
  role: string;
  organization: { id: string; name: string; slug: string };
  /** The one this session acts as. */
  isCurrent: boolean;
};

/** Who asks: the browser's words for itself, and where it is. Set by the server alone. */
export type Visitor = { device: string; address: string };

/** What somebody who holds an invitation is shown. */
export type InvitationPreview = {
  organization: string;
  by: string;
  role: string;
  email: string | null;
  state: "open" | "used" | "revoked" | "expired";
};

/**
 * How this session's person signs in. `own`: the session is their account's; `key`: they came with an API key, which changes
 * nothing about the account. `canSignIn`: a password, a passkey or the provider opens the account.
 */
export type AccountSignInStatus = {
  standing: "own" | "key";
  email: string | null;
  hasPassword: boolean;
  canSignIn: boolean;
};

export type EmbeddedAccounts = {
  /** Opens a session as the member that was used last. The same answer for an unknown e-mail and a wrong password. */
  signIn: (input: { email: string; password: string }, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  /** The members this session's person may act as, by name of the organization; the session's own alone without an account. */
  listMemberships: (session: OpenedSession) => Promise<Membership[]>;
  /** Acts as another member of the same account, in a new session; the caller closes the old one. */
  switchMember: (session: OpenedSession, memberId: string, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  /** A further organization of who owns one here. */
  createOrganization: (session: OpenedSession, name: string, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  readOwn: (session: OpenedSession) => Promise<AccountSignInStatus | null>;
  /** Refuses a session that an API key opened. */
  setPassword: (
    session: OpenedSession,
    input: { current: string; password: string },
    visitor: Visitor,
  ) => Promise<AccountResult<void>>;
  readInvitation: (token: string) => Promise<InvitationPreview | null>;
  /** A new person, their account and their member, at once. */
  join: (
    token: string,
    person: { name: string; email: string; password: string },
    visitor: Visitor,
  ) => Promise<AccountResult<OpenedSession>>;
  joinAs: (session: OpenedSession, token: string, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  /** Whether letters can be sent. */
  sendsMail: boolean;
  /** Answers nothing: nobody is told whether there is such an account. */
  askReset: (email: string, visitor: Visitor) => void;
  readReset: (token: string) => Promise<ResetSeen | null>;
  /** Sets a new password once, ends every session, and after an e-mail removes each credential whose id `keep` lacks. */
  reset: (
    token: string,
    input: { password: string; keep: readonly string[] },
    visitor: Visitor,
  ) => Promise<AccountResult<void>>;
};

/** What gives access to an account beside its password, as the form of a reset shows it; instants as in the API. */
export type ResetCredential = {
  /** Names it in that form. */
  id: string;
  type: "passkey" | "provider" | "key" | "feed" | "browser";
  /** A passkey's or key's own; the host of a provider or of a browser's push service. */
  name: string | null;
  /** The organization it works in; null where it opens the whole account. */
  organization: string | null;
  /** Where it was added from, as far as the audit log knows. */
  address: string | null;
  createdAt: string;
  lastUsedAt: string | null;
};

/** Whose password a link sets. `review` is there for a link that came by e-mail, because only that one removes credentials. */
export type ResetSeen = {
  email: string;
  review: {
    /** Whether anybody proved before that they read the mail of this address. */
    wasConfirmed: boolean;
    /** A reset never removes two-step verification. */
    hasTwoStep: boolean;
    credentials: readonly ResetCredential[];
  } | null;
};

/** A passkey as its person sees it; instants as in the API. */
export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

/** What a browser hands to its authenticator, and the challenge's id that comes back with the answer. */
export type PasskeyChallenge = { challenge: string; options: object };

export type EmbeddedPasskeys = {
  beginSignIn: () => Promise<PasskeyChallenge>;
  /** `answer` comes from a browser: it is parsed here. */
  signIn: (answer: unknown, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  list: (session: OpenedSession) => Promise<AccountResult<Passkey[]>>;
  /** A name that can't be is refused before the browser makes a passkey for nothing. */
  begin: (session: OpenedSession, name: string) => Promise<AccountResult<PasskeyChallenge>>;
  add: (session: OpenedSession, answer: unknown) => Promise<AccountResult<Passkey>>;
  rename: (session: OpenedSession, id: string, name: string) => Promise<AccountResult<Passkey>>;
  /** Never the last way to sign in. `undo` brings it back once, for a while. */
  remove: (session: OpenedSession, id: string) => Promise<AccountResult<{ undo: string }>>;
  restore: (session: OpenedSession, undo: string) => Promise<AccountResult<Passkey>>;
};

/** What somebody can confirm with that it is them. */
export type ConfirmationMethods = { email: string; password: boolean; passkey: boolean; code: boolean };

/** Two-step verification as its person sees it; instants as in the API. */
export type TwoStepStatus = {
  /** Since when a code is asked for; null while it is off. */
  since: string | null;
  /** Recovery codes that were not used. */
  codesLeft: number;
  passkeys: boolean;
  /** An organization that requires it of this person; null when none does. */
  requiredBy: string | null;
  /** This session can't act as an administrator until a second factor is proved in it. */
  isLocked: boolean;
};

/** A new authenticator app: the secret as text, and the same as the path of a QR code in a square of `size`. */
export type NewAuthenticatorApp = { secret: string; qr: { size: number; path: string } };

/** Second factors, and proving again who one is. Codes and passkeys' answers come from a browser: they are parsed here. */
export type EmbeddedTwoStep = {
  confirmWays: (session: OpenedSession) => Promise<AccountResult<ConfirmationMethods>>;
  askPasskeys: (session: OpenedSession) => Promise<AccountResult<PasskeyChallenge>>;
  /** Holds for 10 minutes in this session. */
  confirm: (
    session: OpenedSession,
    confirmation: { password: string } | { code: string } | { passkey: unknown },
    visitor: Visitor,
  ) => Promise<AccountResult<{ confirmed: true }>>;
  read: (session: OpenedSession) => Promise<AccountResult<TwoStepStatus>>;
  /** Shows a new app; the one in use works until the new one is confirmed. */
  begin: (session: OpenedSession) => Promise<AccountResult<NewAuthenticatorApp>>;
  /** Turns it on and ends every other session. The recovery codes are in this answer and nowhere else. */
  turnOn: (session: OpenedSession, code: string, visitor: Visitor) => Promise<AccountResult<{ codes: string[] }>>;
  turnOff: (session: OpenedSession, visitor: Visitor) => Promise<AccountResult<{ isOn: false }>>;
  /** Replaces all recovery codes. */
  createCodes: (session: OpenedSession, visitor: Visitor) => Promise<AccountResult<{ codes: string[] }>>;
  /** Whether a sign-in still waits for its code. */
  isOpen: (ticket: string) => Promise<boolean>;
  /** Finishes a sign-in by a code of the app, or a recovery code. */
  finish: (ticket: string, code: string, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
};

/** Single sign-on. `browser` is a secret that only one browser holds; the way back counts there alone. */
export type EmbeddedProvider = {
  /** What people call it. */
  name: string;
  /** The address to go to. An invitation's token makes who comes back a member. */
  begin: (
    purpose: { next: string; invitation: string | null },
    browser: string,
  ) => Promise<AccountResult<{ url: string }>>;
  /** The same for who is signed in, and wants to sign in by the provider from then on. */
  beginConnect: (session: OpenedSession, browser: string) => Promise<AccountResult<{ url: string }>>;
  /** `search` is the query that came back. `session` is null where an account was connected and nobody new signed in. */
  finish: (
    search: string,
    browser: string | null,
    session: OpenedSession | null,
    visitor: Visitor,
  ) => Promise<AccountResult<{ next: string; session: OpenedSession | null }>>;
  connectedAt: (session: OpenedSession) => Promise<AccountResult<{ at: string | null }>>;
  disconnect: (session: OpenedSession) => Promise<AccountResult<{ disconnected: boolean }>>;
};

/** Where an OpenID provider sends people back to; the operator registers it there. */
export const providerCallbackPath = "/sign-in/provider/callback";

/** How the dashboard is reached and sealed; made once by `server.ts`. */
export type HostingOptions = {
  /** The fixed public origin, such as https://posts.example.org. */
  origin: string;
  /** Secret that seals the session cookie, at least 32 characters. */
  secret: string;
  /** Set when the dashboard talks to a service elsewhere. Ends in /v1, no trailing slash. */
  serviceUrl: string | null;
  listParams: { status: string; limit: string; offset: string };
};

type AppRuntime = { embedded: EmbeddedService | null; hosting: HostingOptions };
const runtimeSymbol = Symbol.for("postwright.slot");
const holder = globalThis as { [runtimeSymbol]?: AppRuntime };

/** Called once by `server.ts`. Next's bundle and Node's modules share only globalThis. */
export function setAppRuntime(slot: AppRuntime): void {
  holder[runtimeSymbol] = slot;
}

/** @throws when the app was not started through `server.ts`. */
export function getAppRuntime(): AppRuntime {
  const slot = holder[runtimeSymbol];
  if (!slot) throw new Error("Start the app with `npm start` or `npm run dev`: server.ts fills the slot.");
  return slot;
}
