import { defineEdit } from '@isola/imaging/worker';

import { fadeData } from './fade-data.ts';

/** Definition of the edit for the compositor's worker, which changes the matte. */
export const fadeEdit = defineEdit('fade', fadeData, ({ percent }, { matte, size, beforeWrite }) => {
  beforeWrite({ x: 0, y: 0, ...size });
  for (const [at, alpha] of matte.entries()) matte[at] = alpha * (1 - percent / 100);
});
