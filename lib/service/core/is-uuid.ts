const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True for what may be an id of ours; PostgreSQL answers anything else with an error instead of no row. */
export function isUuid(text: string): boolean {
  return form.test(text);
}
