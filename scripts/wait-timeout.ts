/** How long a test waits for a state. Vitest's own limit is one second; a loaded machine takes longer, and the state still comes. */
export const waitTimeoutMs = 10_000;
