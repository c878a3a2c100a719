#!/usr/bin/env node
/**
 * Writes the models' files, which the segmenter requests, into a folder that a site serves.
 */
import { parseArgs } from 'node:util';

import { buildModels } from './build-models.ts';
import { readCatalogue } from './catalogue.ts';

const usage = `usage: isola-models <folder> [--catalogue <file>]

Writes manifest.json and the parts of the models into the folder, and removes the parts of earlier models.
Pass the URL of the manifest to createSegmenter({ manifestUrl }).

  --catalogue <file>   catalogue of other models than the package’s; the README describes its format`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { catalogue: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const [folder, ...others] = positionals;
  if (values.help) console.log(usage);
  else if (!folder || others.length > 0) throw new Error(usage);
  else {
    const made = await buildModels(folder, readCatalogue(values.catalogue));
    console.log(made.length > 0 ? `models built: ${made.join(', ')}` : 'models: up to date');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
