import { defineCommand, type StepDefinition } from '@isola/editor';

/** Step that the command below commits. */
export const postcardStep: StepDefinition = { id: 'postcard', label: () => 'postcard' };

/** Command that sets wide stripes and twice the size, as one step. */
export const postcard = defineCommand({
  id: 'own.postcard',
  group: 'result',
  label: () => 'Make a postcard',
  run({ editor: { document } }) {
    const { state } = document.history.getState();
    const background = { kind: 'stripes', widthPx: 10 };
    document.history.commit(postcardStep.id, { ...state, background, size: { widthPx: 80, heightPx: 40 } });
  },
});
