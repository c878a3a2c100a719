import { backgroundSources, editKinds, encoders, serveCompositor } from '@isola/imaging/worker';

import { fade } from './fade.ts';
import { ppm } from './ppm.ts';
import { stripes } from './stripes.ts';

serveCompositor({
  backgrounds: [...backgroundSources, stripes],
  edits: [...editKinds, fade],
  encoders: [...encoders, ppm],
});
