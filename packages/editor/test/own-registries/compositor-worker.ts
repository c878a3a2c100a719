import { backgroundSources, editKinds, encoders, serveCompositor } from '@isola/imaging/worker';

import { fadeEdit } from './fade/fade-edit.ts';
import { ppm } from './ppm.ts';
import { stripesSource } from './stripes/stripes-source.ts';

serveCompositor({
  backgrounds: [...backgroundSources, stripesSource],
  edits: [...editKinds, fadeEdit],
  encoders: [...encoders, ppm],
});
