/** Where it lies that this browser keeps files of a member's which are not uploaded yet. */
export const getPendingUploadsKey = (memberId: string): string => `postwright:files:${memberId}`;
