/** What the proxy takes. */
const mostCharacters = 4096;
const mostNameCharacters = 120;

/**
 * Reads what somebody typed or pasted as the address of a picture on the web; what is written without `https://` is meant
 * with it.
 * @returns undefined when it is none: `data:` and `blob:` are no addresses on the web, and one with a password in it is not
 *   to be passed on.
 */
export function readImageUrl(text: string): URL | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > mostCharacters || /\s/.test(trimmed)) return undefined;
  const whole = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' && url.hostname.includes('.') ? url : undefined;
}

/** @returns what the picture is called there; empty where the address has no name for it. */
export function nameInUrl({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  return (
    decoded(last)
      // It may hold whatever a path may not, and what turns the direction of reading.
      .replaceAll(/[/\\\p{C}]/gu, '')
      .trim()
      .slice(0, mostNameCharacters)
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
