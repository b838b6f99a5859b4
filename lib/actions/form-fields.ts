/**
 * Returns the fields of an action's form: the last value of each name, all values of each name in `lists`. A request may
 * pass anything in place of a form; that has no fields, so that the action's own check refuses it.
 */
export function readFormFields(form: unknown, lists: readonly string[] = []): Record<string, unknown> {
  if (!(form instanceof FormData)) return {};
  return { ...Object.fromEntries(form), ...Object.fromEntries(lists.map((name) => [name, form.getAll(name)])) };
}
