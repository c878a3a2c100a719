const maxCharacters = 4096;
const maxNameCharacters = 120;

/**
 * Reads typed or pasted text as the URL of an image on the web. If the scheme is missing, `https://` is added.
 * @returns undefined when the text is no such URL. `data:` and `blob:` are not on the web, and a URL with a password
 *   must not be passed on.
 */
export function readImageUrl(text: string): URL | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxCharacters || /\s/.test(trimmed)) return undefined;
  const whole = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' && url.hostname.includes('.') ? url : undefined;
}

/** @returns the image's file name; empty when the URL has none. */
export function nameInUrl({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  return (
    decoded(last)
      // The decoded text can contain characters that no path may contain, and characters that change the direction of
      // reading.
      .replaceAll(/[/\\\p{C}]/gu, '')
      .trim()
      .slice(0, maxNameCharacters)
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
