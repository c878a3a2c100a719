import { fromJson } from './from-json.ts';
import { openModelCache, savedAddresses } from './model-cache.ts';
import type { Model, ModelManifest } from './model-manifest.ts';

/** Returns the names of the files of a model, as its manifest gives them. */
export function filesOf(model: Model): string[] {
  const parts = model.parts.map(({ file }) => file);
  if (model.format !== 'network') return parts;
  const { network, referee } = model;
  return [...parts, network.file, ...(referee ? [referee.graph.file, referee.weights.file] : [])];
}

/**
 * Checks whether the browser has saved all files of the default model, so that images can be segmented without a
 * network. It requests nothing, and reads the list of the saved files but not their content.
 * @param manifestUrl address of the manifest, as for `createSegmenter`; relative addresses are resolved against the page.
 * @example
 * if (!(await isModelSaved('/models/manifest.json'))) await segmenter.warmUp();
 */
export async function isModelSaved(manifestUrl: string): Promise<boolean> {
  const { href } = new URL(manifestUrl, location.href);
  const kept = await (await openModelCache()).read(href);
  if (!kept) return false;
  // Only manifests that passed `parseManifest` are saved.
  const manifest = fromJson(kept) as ModelManifest;
  const model = manifest.models.find(({ id }) => id === manifest.default);
  const saved = new Set(await savedAddresses());
  return model !== undefined && filesOf(model).every((file) => saved.has(new URL(file, href).href));
}
