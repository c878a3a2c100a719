import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { createSegmenter, translateError } from '@isola/segmenter/node';

const segmenter = createSegmenter({ manifestUrl: 'models/manifest.json' });
for (const path of process.argv.slice(2)) {
  try {
    const { png, run } = await segmenter.segment(pathToFileURL(path));
    await writeFile(`${path}.cutout.png`, Buffer.from(await png.arrayBuffer()));
    console.log(JSON.stringify(run));
  } catch (error) {
    const { code, detail } = translateError(error);
    console.error(`${path}: ${code} (${detail})`);
    process.exitCode = 1;
  }
}
await segmenter.dispose();
