import type { FunctionContext } from './context.ts';

let callers = 0;

/** Creates a context in which only the given services work, for a caller with an address that no other test uses. */
export function contextForTest(given: Partial<FunctionContext> = {}): FunctionContext {
  callers += 1;
  const cannot = (what: string) => () => Promise.reject(new Error(`This test does not ${what}`));
  return {
    ip: `192.0.2.${callers}`,
    country: null,
    origins: ['https://isola.example'],
    count: () => Promise.resolve(0),
    allowance: { take: cannot('take'), giveBack: cannot('give back') },
    member: () => Promise.resolve(null),
    environment: () => undefined,
    insert: cannot('insert'),
    call: cannot('call'),
    callAsMember: cannot('call as a member'),
    preregistrations: null,
    fetch: cannot('fetch'),
    resolve: cannot('resolve'),
    ...given,
  };
}

/** Creates a POST of JSON in the form in which the site sends it. */
export function postForTest(body: unknown): Request {
  const headers = { origin: 'https://isola.example' };
  return new Request('https://isola.example/functions/v1/any', { method: 'POST', headers, body: JSON.stringify(body) });
}
