/** Thrown in place of a session: the first step was right, and `ticket` identifies the sign-in for the second step. */
export class SecondStepRequiredError extends Error {
  readonly ticket: string;
  /** The page that the person wanted, from the provider's answer. */
  readonly next: string | undefined;
  constructor(ticket: string, next?: string) {
    super("Enter the code from your authenticator app.");
    this.ticket = ticket;
    this.next = next;
  }
}
