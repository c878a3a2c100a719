import { FunctionError } from '../function-error.ts';

/** For a checkout that was paid a moment ago, and whose report is on its way. */
export function paidAlready(): FunctionError {
  return new FunctionError(
    'already-subscribed',
    409,
    'A plan was paid a moment ago: it is active as soon as the payment provider has reported it',
  );
}
