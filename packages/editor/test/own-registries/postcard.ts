import { defineCommand, type StepDefinition } from '@isola/editor';

/** The step that the command below takes. */
export const postcardStep: StepDefinition = { id: 'postcard', label: () => 'postcard' };

/** A command: wide stripes at twice the size, as one step. */
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
