/** The name under which a repaired row lists its unreadable fields. No endpoint has a field of this name. */
export const unreadableFieldsName = "unreadable_fields";

/**
 * Returns the names of the fields of a row that its service sent in an unreadable form, such as a wrong date. The row has
 * a neutral value there, which says nothing. Empty for our own service.
 */
export function getUnreadableFields(row: object): readonly string[] {
  const names: unknown = (row as Record<string, unknown>)[unreadableFieldsName];
  return Array.isArray(names) ? names.map(String) : [];
}
