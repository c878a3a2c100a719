import * as z from 'zod/mini';

import { defineEdit } from './define-edit.ts';

const schema = z.object({ kind: z.literal('drop-faint') });

/** Edit that removes faint remains far from the subject. It has no parameters. */
export const dropFaintEdit = defineEdit('drop-faint', schema, {
  steps: [{ id: 'drop-faint', label: (t) => t('step.drop-faint') }],
  choices: [{ id: 'drop-faint', label: (t) => t('doubts.dropFaint'), edit: { kind: 'drop-faint' } }],
  stepOf: () => 'drop-faint',
});
