/** Checks whether keys have their Mac names, and Cmd takes the role of Ctrl. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
