import { defineBackground } from '@isola/editor';

import { stripesSettings } from './stripes-settings.ts';

/** Definition of the background for the editor's core. */
export const stripes = defineBackground('stripes', stripesSettings, {
  step: { id: 'stripes', label: () => 'stripes' },
  choices: [
    { id: 'background.stripes', label: () => 'Stripes', background: { kind: 'stripes', widthPx: 5 } },
    { id: 'background.wide-stripes', label: () => 'Wide stripes', background: { kind: 'stripes', widthPx: 10 } },
  ],
  toSource: (settings) => settings,
});
