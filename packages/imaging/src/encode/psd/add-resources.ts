/** A block of the section “image resources”. */
export interface ImageResource {
  readonly id: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

const headerBytes = 26;
const resourceMark = [0x38, 0x42, 0x49, 0x4d];

/**
 * Adds image resources to a PSD, before those that it has.
 * @param psd a whole file.
 * @see Adobe Photoshop File Formats Specification, “Image Resources Section”
 */
export function addResources(
  psd: Uint8Array<ArrayBuffer>,
  resources: readonly ImageResource[],
): Uint8Array<ArrayBuffer> {
  const view = new DataView(psd.buffer, psd.byteOffset, psd.byteLength);
  const sectionAt = headerBytes + 4 + view.getUint32(headerBytes);
  const blocks = resources.map(blockOf);
  const addedBytes = blocks.reduce((sum, { length }) => sum + length, 0);
  const file = new Uint8Array(psd.length + addedBytes);
  file.set(psd.subarray(0, sectionAt));
  new DataView(file.buffer).setUint32(sectionAt, view.getUint32(sectionAt) + addedBytes);
  let at = sectionAt + 4;
  for (const block of blocks) {
    file.set(block, at);
    at += block.length;
  }
  file.set(psd.subarray(sectionAt + 4), at);
  return file;
}

/** Writes a block without a name. Its data is padded to an even length. */
function blockOf({ id, data }: ImageResource): Uint8Array {
  const block = new Uint8Array(12 + data.length + (data.length % 2));
  block.set(resourceMark);
  const view = new DataView(block.buffer);
  view.setUint16(4, id);
  view.setUint32(8, data.length);
  block.set(data, 12);
  return block;
}
