/** Returns the storage key of the flag that this browser has pending uploads of a member. */
export const getPendingUploadsKey = (memberId: string): string => `postwright:files:${memberId}`;
