/** Ends the current task, so that the browser can respond to input before the next one. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
