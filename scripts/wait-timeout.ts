/**
 * Time limit, in ms, for a test that waits for a state. Vitest's default is one second, which is too short on a loaded
 * machine.
 */
export const waitTimeoutMs = 60_000;
