import { selfTestNetwork } from '../src/engine/self-test.ts';
import { sha256 } from './sha256.ts';

/** Offsets of the parts of the weights. The parts differ in size, and the last one is short. */
const cuts = [0, 5_000, 12_345, 14_000];

/**
 * Serves the network of the engine's self-test as a model. It has every kind of step, 20 kB of weights, and takes
 * milliseconds per image. Its masks have no meaning, but vary within an image.
 * @returns the address of a manifest with this model alone. Its packed parts and its description are `blob:` addresses.
 */
export async function tinyNetworkUrl(): Promise<string> {
  const { network, weights } = selfTestNetwork();
  const parts = await Promise.all(
    cuts.map(async (from, index) => {
      const part = weights.slice(from, cuts[index + 1]);
      const packed = await gzip(part);
      return {
        file: urlOf(packed, 'application/octet-stream'),
        sha256: await sha256(packed),
        sizeBytes: part.length,
        packing: 'gzip',
        packedBytes: packed.length,
      };
    }),
  );
  const description = new TextEncoder().encode(JSON.stringify(network));
  const manifest = {
    version: 2,
    default: 'self-test',
    models: [
      {
        id: 'self-test',
        format: 'network',
        name: 'Self-test',
        sha256: await sha256(weights),
        sizeBytes: weights.length,
        parts,
        // This size is not used, because a model of the format `network` accepts any size.
        input: { name: 'input', widthPx: 64, heightPx: 64, mean: [128, 120, 110], std: [64, 64, 64] },
        output: { name: 'output' },
        licence: 'MIT',
        source: 'made up',
        network: {
          file: urlOf(description, 'application/json'),
          sha256: await sha256(description),
          sizeBytes: description.length,
        },
        madeFrom: { sha256: await sha256(weights), recipe: 'made up' },
      },
    ],
  };
  return urlOf(new TextEncoder().encode(JSON.stringify(manifest)), 'application/json');
}

function urlOf(bytes: Uint8Array<ArrayBuffer>, type: string): string {
  return URL.createObjectURL(new Blob([bytes], { type }));
}

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
