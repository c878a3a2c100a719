/** Whether keys are called as on a Mac, and Cmd stands where Ctrl stands elsewhere. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
