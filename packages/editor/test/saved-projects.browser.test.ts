import { expect, test } from 'vitest';

import { openProject } from '../src/persistence/project-file.ts';
import { currentVersion } from '../src/schema/document-state.ts';
import { initialState } from '../src/schema/initial-state.ts';
import projectV1 from './fixtures/project-v1.isola?url';
import projectV2 from './fixtures/project-v2.isola?url';

/**
 * Files that the first release of each version of the document has written. A new version adds its own file, and the test
 * of the number of files fails until then.
 */
const projects = [projectV1, projectV2];

test('there is a saved project of every version of the document', () => {
  expect(projects).toHaveLength(currentVersion);
});

test.each(projects.map((url, at) => [at + 1, url] as const))(
  'a project file of version %i opens with its background images and every step, and can be undone',
  async (_, url) => {
    const { image, segmentation, document } = await openProject(await (await fetch(url)).blob());
    const { history } = document;
    expect(image.name).toBe('cat.jpg');
    expect([segmentation.widthPx, segmentation.heightPx]).toEqual([60, 40]);
    expect(document.backgroundImageIds()).toEqual(['picture-2', 'picture-10']);
    expect(history.getState()).toMatchObject({
      undoable: 'metadata',
      redoable: 'studio',
      state: { version: 2, matte: { edits: { length: 6 } }, export: { maxBytes: 500_000, includesMetadata: true } },
    });
    const background = () => history.getState().state.background;
    expect(background()).toMatchObject({ kind: 'picture', id: 'picture-2' });
    expect(document.backgroundImage('picture-2')).toBeInstanceOf(Blob);
    while (history.getState().undoable) history.undo();
    expect(history.getState().state).toEqual(initialState);
    while (history.getState().redoable) history.redo();
    expect(background()).toEqual({ kind: 'blur', strength: 40 });
    segmentation.cutout.close();
    URL.revokeObjectURL(image.url);
  },
);
