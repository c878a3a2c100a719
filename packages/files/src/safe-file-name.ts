export interface FileNameOptions {
  /** Name of the file when the picture has none. */
  readonly fallback: string;
  /** Ending of the file, without the dot. */
  readonly ending: string;
  /** A file of the work itself, such as a project, has no suffix. */
  readonly kind?: string | undefined;
}

/** Short enough for every file system, most of which count to 255, in letters or in bytes. */
export const maxFileNameLetters = 120;
export const maxFileNameBytes = 240;

/**
 * Characters that some system refuses or interprets: control characters, characters that change the direction of reading (`gpj.exe`
 * would read as `exe.jpg`), lone surrogates, and the characters of paths and patterns.
 */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]/gu;
/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i;

/**
 * A name that Windows, macOS and Linux all take.
 * @param name the original's, as the file was called.
 * @returns the original's name with a suffix and the new ending: `cat.image.jpg` gives `cat.image-cutout.png`.
 */
export function safeFileName(name: string, { fallback, ending, kind }: FileNameOptions): string {
  const tail = kind ? `-${kind}.${ending}` : `.${ending}`;
  return `${safeFileStem(stemOf(name), tail) || fallback}${tail}`;
}

/** @returns the name without its ending. */
export function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{1,5}$/i, '');
}

/**
 * Returns the part of a name before its tail, such that Windows, macOS and Linux accept both together.
 * @param tail what will follow, with the dot: it is counted, so that a long stem is cut rather than its tail.
 * @returns empty where no letter is left.
 */
export function safeFileStem(stem: string, tail: string): string {
  // A dot in front hides a file.
  const seen = stem.replace(unsafe, '').replace(/^[.\s]+|[.\s]+$/g, '');
  const named = reserved.test(seen) ? `_${seen}` : seen;
  return cutText(named, maxFileNameLetters - tail.length, maxFileNameBytes - new TextEncoder().encode(tail).length);
}

/** The beginning of a text: whole letters only, and no space at its end. */
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
