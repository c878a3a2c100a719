/** Ends the task, so that the browser can answer to input before the next one. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
