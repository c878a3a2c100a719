import { defineEdit } from '@isola/imaging/worker';

import { fadeData } from './fade-data.ts';

/** The half in the compositor's worker: what becomes of the matte. */
export const fadeEdit = defineEdit('fade', fadeData, ({ percent }, { matte, size, beforeWrite }) => {
  beforeWrite({ x: 0, y: 0, ...size });
  for (const [at, alpha] of matte.entries()) matte[at] = alpha * (1 - percent / 100);
});
