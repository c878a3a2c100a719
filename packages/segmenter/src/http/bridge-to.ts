/**
 * Returns the address of a worker's script that imports a script of another origin, or undefined if the script's origin is
 * this page's. Browsers start workers only from the page's origin, but a worker of a `blob:` address has that origin and may
 * import any script whose server allows it (CORS). The address is not revoked, because browsers fetch it later.
 * @param file the script next to the module.
 * @param moduleUrl the module's `import.meta.url`. Some bundlers and Node replace it by a `file:` address, which needs no
 *   bridge.
 */
export function bridgeTo(file: string, moduleUrl: string): string | undefined {
  const { href, origin } = new URL(file, moduleUrl);
  if (!href.startsWith('http') || origin === location.origin) return undefined;
  // An absolute address contains no double quotes.
  return URL.createObjectURL(new Blob([`import "${href}"`], { type: 'text/javascript' }));
}
