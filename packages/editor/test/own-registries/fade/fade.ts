import { defineEdit } from '@isola/editor';

import { fadeData } from './fade-data.ts';

/** Definition of the edit for the editor's core. */
export const fade = defineEdit('fade', fadeData, {
  steps: [{ id: 'fade', label: () => 'fade' }],
  choices: [{ id: 'fade.all', label: () => 'Fade the subject', edit: { kind: 'fade', percent: 100 } }],
  stepOf: () => 'fade',
});
