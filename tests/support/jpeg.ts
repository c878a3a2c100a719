export interface JpegFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Resolution in the JFIF header, in both directions. Undefined when the header has none in dots per inch. */
  readonly dotsPerInch: number | undefined;
}

/** Reads a JPEG's size and resolution from its markers. @see ISO/IEC 10918-1 and the JFIF specification */
export function jpegFacts(bytes: Buffer): JpegFacts {
  let dotsPerInch: number | undefined;
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffe0 && bytes.toString('latin1', at + 4, at + 8) === 'JFIF' && bytes[at + 11] === 1) {
      dotsPerInch = bytes.readUInt16BE(at + 12);
    }
    if (marker === 0xffc0 || marker === 0xffc2) {
      return { heightPx: bytes.readUInt16BE(at + 5), widthPx: bytes.readUInt16BE(at + 7), dotsPerInch };
    }
  }
  throw new Error('The JPEG has no frame');
}
