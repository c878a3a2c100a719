import { Suspense } from 'react';

import { sceneBackground } from '../../backgrounds/scene.ts';
import { lazyOptional } from '../lazy-optional.ts';
import { type BackgroundTilesProps, defineBackgroundPanel } from './define-background-panel.ts';

const WordsTool = lazyOptional(async () => (await import('../words/words-tool.tsx')).WordsTool);

/** Panel for backgrounds from words: scenes painted on this device, or images by a provider. */
export const wordsPanel = defineBackgroundPanel(sceneBackground, {
  group: { label: (t) => t('words.title'), columns: 1, tab: { label: (t) => t('background.words') } },
  Tiles: WordsTiles,
});

function WordsTiles({ editor }: BackgroundTilesProps) {
  return (
    <Suspense fallback={null}>
      <WordsTool editor={editor} layout="panel" />
    </Suspense>
  );
}
