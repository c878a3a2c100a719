/** Packs a part of a matte, losing nothing: nearly all of it is black or white, and little is left. */
export function packPlane(plane: Uint8ClampedArray<ArrayBuffer>): Promise<ArrayBuffer> {
  return piped(plane, new CompressionStream('deflate-raw'));
}

/** The way back from `packPlane`. */
export async function unpackPlane(packed: ArrayBuffer): Promise<Uint8ClampedArray<ArrayBuffer>> {
  return new Uint8ClampedArray(await piped(packed, new DecompressionStream('deflate-raw')));
}

function piped(bytes: BlobPart, through: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer();
}
