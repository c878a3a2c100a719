import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    inspectInNode: (file: string) => Promise<Inspected>;
  }
}

interface Inspected {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly hasAlpha: boolean;
  /** Resolution in dots per inch. */
  readonly density?: number;
  readonly compression?: string;
  readonly isPalette?: boolean;
  /** Blocks of bytes in Base64. */
  readonly exif?: string;
  readonly icc?: string;
  readonly xmp?: string;
  readonly rgba: string;
  /** The pixels after a conversion from the file's colour profile to sRGB. */
  readonly converted: string;
}

/** Reads a file with libvips, which shares no code with this package. */
export async function inspectFile(file: Blob) {
  const { exif, icc, xmp, rgba, converted, ...facts } = await commands.inspectInNode(await base64Of(file));
  const pixels = bytesOf(rgba);
  const { width } = facts;
  return {
    ...facts,
    exif: textOf(exif),
    icc: textOf(icc),
    xmp: textOf(xmp),
    at: (x: number, y: number) => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)],
    pixels,
    converted: bytesOf(converted),
  };
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const letters: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) letters.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(letters.join(''));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function textOf(base64: string | undefined): string | undefined {
  return base64 === undefined ? undefined : new TextDecoder().decode(bytesOf(base64));
}
