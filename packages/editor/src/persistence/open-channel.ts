/**
 * Opens a channel to the other tabs.
 * @returns undefined in a browser that has no channels for a page that may store nothing, such as Firefox.
 */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
