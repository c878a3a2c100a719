import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import '../../testing/styles.css';
import { createBrushStore } from '../../brush/create-brush-store.ts';
import { createViewport } from '../../viewport/create-viewport.ts';
import { createImageDocument } from '../../document/image-document.ts';
import { builtInSchema } from '../../registry/document-schema.ts';
import type { DocumentState } from '../../schema/document-state.ts';
import type { SeedClick } from '../../edits/seed-click.ts';
import { initialState } from '../../schema/initial-state.ts';
import { draw, exampleSegmentation } from '../../testing/example-project.ts';
import { createEditor } from '../../editor.ts';
import { RefineStage } from './refine-stage.tsx';

const withMarks = (count: number): DocumentState => {
  const edits = Array.from({ length: count }, (_, x): SeedClick => ({ kind: 'seed-click', action: 'fill', x, y: -1 }));
  return { ...initialState, matte: { ...initialState.matte, edits } };
};

test('accepts edits up to the limit that can be saved, and shows a warning there', async () => {
  const photo = { file: await draw('image/jpeg', '#c83214'), name: 'cat.jpg', url: '' };
  const document = createImageDocument(photo);
  const { history } = document;
  const editor = createEditor({ document, segmentation: await exampleSegmentation() });
  history.commit('fill', withMarks(1999));
  const brush = createBrushStore();
  brush.set({ tool: 'open' });
  const i18n = await createI18n('en', ['editor', 'tool', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <div style={{ width: 400, height: 320 }}>
        <RefineStage
          editor={editor}
          store={createViewport({ padding: 8 })}
          brush={brush}
          canvasBackground="checker"
          outlined={false}
          original={false}
          onTouch={() => undefined}
        />
      </div>
    </I18nextProvider>,
  );
  const countOf = () => history.getState().state.matte.edits.length;
  const note = page.getByText(/Stroke limit reached/);
  const press = () => page.getByRole('application').click({ position: { x: 200, y: 140 }, timeout: 5000 });
  await press();
  await expect.poll(countOf).toBe(2000);
  await expect.element(note).toBeVisible();
  await press();
  expect(countOf()).toBe(2000);
  expect(builtInSchema.parseState(history.getState().state).state).toBeDefined();
  history.undo();
  await expect.element(note).not.toBeInTheDocument();
});
