export interface FileNameOptions {
  /** Stem to use when the original's name has no usable character. */
  readonly fallback: string;
  /** Extension of the new file, without the dot. */
  readonly ending: string;
  /** Suffix that names the kind of the file, such as `cutout` in `cat-cutout.png`. The name has no suffix by default. */
  readonly kind?: string | undefined;
}

/** Longest file name, in UTF-16 code units and in UTF-8 bytes. Most file systems allow 255 of one or the other. */
export const maxFileNameLetters = 120;
export const maxFileNameBytes = 240;

/**
 * Characters that some system refuses or interprets: control characters, characters that change the reading direction
 * (`gpj.exe` would read as `exe.jpg`), lone surrogates, and the characters of paths and patterns.
 */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]/gu;
/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i;

/**
 * Returns the name of a file that is made from another, valid on Windows, macOS and Linux.
 * @param name file name of the original: `cat.image.jpg` becomes `cat.image-cutout.png`.
 */
export function safeFileName(name: string, { fallback, ending, kind }: FileNameOptions): string {
  const tail = kind ? `-${kind}.${ending}` : `.${ending}`;
  return `${safeFileStem(stemOf(name), tail) || fallback}${tail}`;
}

/** Returns a file name without its extension. */
export function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{1,5}$/i, '');
}

/**
 * Returns the part of a name before its tail, such that the whole name is valid on Windows, macOS and Linux.
 * @param tail what follows the stem, with the dot. A long stem is cut so that the tail stays complete.
 * @returns an empty string when no character is left.
 */
export function safeFileStem(stem: string, tail: string): string {
  // A leading dot would hide the file.
  const visible = stem.replace(unsafe, '').replace(/^[.\s]+|[.\s]+$/g, '');
  const named = reserved.test(visible) ? `_${visible}` : visible;
  return cutText(named, maxFileNameLetters - tail.length, maxFileNameBytes - new TextEncoder().encode(tail).length);
}

/**
 * Cuts a text between whole characters, without a space at its end.
 * @param letters maximum number of UTF-16 code units.
 * @param bytes maximum number of bytes in UTF-8.
 */
export function cutText(text: string, letters: number, bytes: number): string {
  const encoder = new TextEncoder();
  let kept = '';
  let size = 0;
  for (const letter of text) {
    size += encoder.encode(letter).length;
    if (size > bytes || kept.length + letter.length > letters) break;
    kept += letter;
  }
  return kept.trimEnd();
}
