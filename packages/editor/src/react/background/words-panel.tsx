import { Suspense } from 'react';

import { pictureBackground } from '../../backgrounds/picture.ts';
import { lazyOptional } from '../lazy-optional.ts';
import { type BackgroundTilesProps, defineBackgroundPanel } from './define-background-panel.ts';

const WordsTool = lazyOptional(async () => (await import('../words/words-tool.tsx')).WordsTool);

/** Backgrounds from words: what a provider makes of them is an image. */
export const wordsPanel = defineBackgroundPanel(pictureBackground, {
  group: { label: (t) => t('words.title'), columns: 1 },
  Tiles: WordsTiles,
});

function WordsTiles({ editor }: BackgroundTilesProps) {
  return (
    <Suspense fallback={null}>
      <WordsTool editor={editor} layout="panel" />
    </Suspense>
  );
}
