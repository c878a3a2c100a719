/** Author and copyright notice of a file, without placeholders. */
export interface Credit {
  readonly author?: string | undefined;
  readonly copyright?: string | undefined;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Writes a credit as XMP, where every program that reads IPTC Core finds it. Unlike EXIF, XMP has letters of all scripts by its standard.
 * @returns the packet; undefined when there is nothing to write.
 * @see ISO 16684-1, and Dublin Core's `creator` and `rights`
 */
export function writeXmp({ author, copyright }: Credit): Uint8Array<ArrayBuffer> | undefined {
  if (!author && !copyright) return undefined;
  return new TextEncoder().encode(
    [
      '<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      `<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdfOf({ author, copyright })}</x:xmpmeta>`,
      '<?xpacket end="w"?>',
    ].join('\n'),
  );
}

/** Writes a credit as RDF, for a format that contains XML itself. */
export function rdfOf({ author, copyright }: Credit): string {
  const creator = author && `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>`;
  const rights =
    copyright &&
    `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escaped(copyright)}</rdf:li></rdf:Alt></dc:rights>`;
  const marked = copyright ? ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmpRights:Marked="True"' : '';
  return [
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"${marked}>`,
    creator ?? '',
    rights ?? '',
    '</rdf:Description></rdf:RDF>',
  ].join('');
}

/** Characters that XML 1.0 forbids, and halves of pairs. A file's name may have them. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter);
}
