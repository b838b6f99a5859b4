/** Thrown in place of a session: the first step was right, and `ticket` goes on to the second. */
export class SecondStepRequired extends Error {
  readonly ticket: string;
  /** Where the person was going, when that came back with them. */
  readonly next: string | undefined;
  constructor(ticket: string, next?: string) {
    super("Enter the code from your authenticator app.");
    this.ticket = ticket;
    this.next = next;
  }
}
