import { randomUUID } from "node:crypto";
import type { Log } from "./log.ts";

/**
 * The same object, whose functions throw nothing that tells what they were given. The dashboard calls the service through
 * it, and Next prints whatever an action throws: the error of a query holds its parameters, such as e-mail addresses. The
 * error itself is logged, without values, under the id that the thrown one names. Objects inside are treated alike.
 */
export function withRedactedErrors<T extends object>(service: T, log: Log): T {
  const bare = Object.entries(service).map(([name, value]) => {
    if (typeof value === "function")
      return [name, redactFunctionErrors(value as (...args: unknown[]) => unknown, name, log)];
    const isPlain = typeof value === "object" && value !== null && !Array.isArray(value);
    return [name, isPlain ? withRedactedErrors(value, log) : value];
  });
  return Object.fromEntries(bare);
}

function redactFunctionErrors(work: (...args: unknown[]) => unknown, name: string, log: Log) {
  const refuse = (err: unknown): never => {
    const requestId = randomUUID();
    log.error({ requestId, call: name, err }, "dashboard call failed");
    throw new Error(`The service could not complete this (request ${requestId}).`);
  };
  return (...args: unknown[]): unknown => {
    try {
      const result = work(...args);
      return result instanceof Promise ? result.catch(refuse) : result;
    } catch (error) {
      return refuse(error);
    }
  };
}
