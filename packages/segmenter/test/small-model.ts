import { selfTestNetwork } from '../src/engine/self-test.ts';

/** @returns the address of a manifest whose only model is the self-test's network, its files being `blob:` addresses. */
export async function smallModelUrl(): Promise<string> {
  const { network, weights } = selfTestNetwork();
  const description = new TextEncoder().encode(JSON.stringify(network));
  const served = async (bytes: Uint8Array<ArrayBuffer>) => ({
    file: URL.createObjectURL(new Blob([bytes])),
    sha256: await sha256(bytes),
    sizeBytes: bytes.length,
  });
  const part = await served(weights);
  const manifest = {
    version: 2,
    default: 'small',
    models: [
      {
        id: 'small',
        format: 'network',
        name: 'Small',
        sha256: part.sha256,
        sizeBytes: weights.length,
        parts: [{ ...part, packing: 'none', packedBytes: weights.length }],
        input: { name: 'input', widthPx: 64, heightPx: 64, mean: [128, 120, 110], std: [256, 250, 240] },
        output: { name: 'output' },
        licence: 'MIT',
        source: 'made up',
        network: await served(description),
        madeFrom: { sha256: part.sha256, recipe: 'by hand' },
      },
    ],
  };
  return URL.createObjectURL(new Blob([JSON.stringify(manifest)], { type: 'application/json' }));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
