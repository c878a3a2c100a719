import { FunctionError } from '../function-error.ts';

/** Returns the error for a checkout that has just been paid and whose event is on its way. */
export function paidAlready(): FunctionError {
  return new FunctionError(
    'already-subscribed',
    409,
    'A plan was paid a moment ago: it is active as soon as the payment provider has reported it',
  );
}
