import { selfTestNetwork } from '../src/engine/self-test.ts';
import { sha256 } from './sha256.ts';

/** Where the weights are cut: parts of different sizes, and the last one short. */
const cuts = [0, 5_000, 12_345, 14_000];

/**
 * The network of the engine's self-test as a model: every kind of step, 20 kB, milliseconds a picture. What it takes for
 * a subject means nothing, but is not the same everywhere.
 * @returns the address of a manifest whose only model it is; its packed parts and its description are `blob:` addresses.
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
        // As no picture is seen: a network takes any size.
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
