import { defineBackgroundSource, linearFromHex } from '@isola/imaging/worker';

import { stripesSettings } from './stripes-settings.ts';

/** Definition of the background for the compositor's worker, which renders its pixels. */
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
