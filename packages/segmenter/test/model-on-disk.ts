import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { buildModels } from '../models/build-models.ts';
import { networkSchema } from '../src/engine/network.ts';
import { chooseModel, parseManifest } from '../src/model/model-manifest.ts';
import type { MadeUpNetwork } from './made-up-network.ts';
import type { Normalisation } from './onnx-oracle.ts';

/** The folder of the site's model files. It is shared with the site's build, so that the files are made only once. */
const folder = join(import.meta.dirname, '../../../apps/site/public/models');

/** Returns IS-Net as it is served. The model files are made first if they are missing. */
export async function modelOnDisk(): Promise<MadeUpNetwork & { readonly normalisation: Normalisation }> {
  await buildModels(folder);
  const model = chooseModel(parseManifest(readJson('manifest.json')), undefined);
  if (model.format !== 'network') throw new Error(`‘${model.id}’ is not a network`);
  const weights = new Uint8Array(model.sizeBytes);
  let at = 0;
  for (const { file, packing } of model.parts) {
    const served = readFileSync(join(folder, file));
    const part = packing === 'gzip' ? gunzipSync(served) : served;
    weights.set(part, at);
    at += part.length;
  }
  if (at !== model.sizeBytes) throw new Error(`‘${model.id}’ has ${at} bytes of ${model.sizeBytes}`);
  return { network: networkSchema.parse(readJson(model.network.file)), weights, normalisation: model.input };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
