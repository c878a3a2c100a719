import { defineBackgroundSource, linearFromHex } from '@isola/imaging/worker';

import { stripesSettings } from './stripes-settings.ts';

/** The half in the compositor's worker: the pixels. */
export const stripesSource = defineBackgroundSource('stripes', stripesSettings, ({ widthPx }) => {
  const lights = [linearFromHex('#0000ff'), linearFromHex('#ffff00')];
  return {
    rows: {
      readRow(_, into) {
        for (let at = 0; at < into.length; at += 3) into.set(lights[Math.floor(at / 3 / widthPx) % 2] ?? [], at);
      },
    },
  };
});
