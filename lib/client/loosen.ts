import * as z from "zod";

/**
 * A schema of ours as it is used to read the answers of a service we did not write: fields it does not know are kept,
 * an enum takes any text, formats are not looked at, and a field that is optional is left out when it does not fit.
 */
export function loosenSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [name, field] of Object.entries(schema.shape)) shape[name] = loosenSchema(field as z.ZodType);
    return z.looseObject(shape);
  }
  if (schema instanceof z.ZodArray) return z.array(loosenSchema(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return loosenSchema(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) {
    return loosenSchema(schema.unwrap() as z.ZodType)
      .optional()
      .catch(undefined);
  }
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    return z.string();
  }
  if (schema instanceof z.ZodNumber) return z.number();
  return schema;
}
