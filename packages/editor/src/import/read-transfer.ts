import { readImageUrl } from './image-url.ts';

/** Text that a drop or the clipboard contains in addition to files. */
export interface TransferredText {
  /** `text/html`, which may come from any page and is not trusted. */
  readonly html: string;
  /** `text/uri-list`: a dragged link or image. */
  readonly links: string;
  /** `text/plain` */
  readonly text: string;
}

export type TransferredImage =
  | { readonly kind: 'file'; readonly file: File }
  /** An image on the web, which the caller has to fetch. */
  | { readonly kind: 'url'; readonly url: string };

/** Largest number of characters of a `data:` URL. Every image within the size limit has fewer. */
const maxCharacters = 15_000_000;
/** Largest number of images of the HTML that are considered. */
const maxImages = 100;

/**
 * Finds the first image in content that was dragged or copied from another page: the image of the HTML, then a link,
 * then a URL in the text. The HTML is parsed and never shown: nothing in it is loaded or run.
 * @returns undefined when there is no image.
 */
export function readTransfer({ html, links, text }: TransferredText): TransferredImage | undefined {
  return imageOfHtml(html) ?? imageOfLinks(links) ?? imageOfText(text);
}

function imageOfHtml(html: string): TransferredImage | undefined {
  if (html === '' || html.length > maxCharacters) return undefined;
  const images = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('img[src]');
  for (const image of [...images].slice(0, maxImages)) {
    const source = image.getAttribute('src')?.trim() ?? '';
    // The scheme of the source page is not known, because its URL is not.
    const found = imageAt(source.startsWith('//') ? `https:${source}` : source);
    if (found) return found;
  }
  return undefined;
}

/** @see RFC 2483: one URL per line, and comments. */
function imageOfLinks(links: string): TransferredImage | undefined {
  return imageAt(links.split(/\r?\n/).find((line) => line !== '' && !line.startsWith('#')) ?? '');
}

function imageOfText(text: string): TransferredImage | undefined {
  const trimmed = text.trim();
  const whole = imageAt(trimmed) ?? withoutScheme(trimmed, /^(?:[\w-]+\.)+[a-z]{2,}\/\S+$/i);
  if (whole || trimmed.length > maxCharacters) return whole;
  // The URL may be part of a sentence. Full-width punctuation ends it, as white space does.
  const [url = ''] = /https?:\/\/[^\s<>"'，。、！？；：（）「」『』【】《》]+/i.exec(trimmed) ?? [];
  return (
    imageAt(url.replace(/[.,;:!?)\]}’”»]+$/, '')) ??
    withoutScheme(trimmed, /(?:[\w-]+\.)+[a-z]{2,}\/[\w./%~+-]+\.(?:jpe?g|png|webp)\b/i)
  );
}

function withoutScheme(text: string, pattern: RegExp): TransferredImage | undefined {
  const [address] = pattern.exec(text) ?? [];
  return address === undefined ? undefined : imageAt(`https://${address}`);
}

/** @param address URL with its scheme. */
function imageAt(address: string): TransferredImage | undefined {
  if (address.startsWith('data:')) return imageOfData(address);
  const url = /^https?:/i.test(address) ? readImageUrl(address) : undefined;
  return url && { kind: 'url', url: url.href };
}

function imageOfData(address: string): TransferredImage | undefined {
  if (address.length > maxCharacters) return undefined;
  const [, type, base64] = /^data:(image\/(?:jpe?g|png|webp))(?:;[\w=-]+)*;base64,([\s\S]+)$/i.exec(address) ?? [];
  if (!type || !base64) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return { kind: 'file', file: new File([bytes], '', { type: type.toLowerCase() }) };
  } catch {
    // The data is not Base64.
    return undefined;
  }
}
