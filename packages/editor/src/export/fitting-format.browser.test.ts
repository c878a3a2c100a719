import { beforeEach, expect, test } from 'vitest';

import { createImageDocument } from '../document/image-document.ts';
import { builtInRegistries } from '../registry/registries.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { chooseExport, followBackground, otherFormat } from './fitting-format.ts';
import { lastExport } from './last-export.ts';

beforeEach(() => localStorage.clear());

function open() {
  const document = createImageDocument({ file: new Blob(), name: 'cat.png', url: 'about:blank' });
  const stop = followBackground(document, builtInRegistries);
  const state = () => document.history.getState().state;
  return {
    stop,
    history: document.history,
    state,
    format: () => state().export.format,
    behind: (background: DocumentState['background']) => document.history.commit('color', { ...state(), background }),
    choose: (format: string) => chooseExport(document, { ...state().export, format }, builtInRegistries),
  };
}

const white = { kind: 'color', color: '#ffffff' };
const transparent = { kind: 'transparent' };

test('an opaque background makes PNG JPEG, a transparent one makes JPEG PNG, and undo and redo do the same', () => {
  const { history, behind, format } = open();
  behind(white);
  expect(format()).toBe('jpeg');
  behind({ kind: 'studio', id: 'sweep' });
  expect(format()).toBe('jpeg');
  history.undo();
  history.undo();
  expect(format()).toBe('png');
  history.redo();
  expect(format()).toBe('jpeg');
  behind(transparent);
  expect(format()).toBe('png');
});

test('a preview changes no format', () => {
  const { history, state, format } = open();
  history.preview({ ...state(), background: white });
  expect(format()).toBe('png');
});

test('a format that someone chose stays when the background changes', () => {
  const { behind, choose, format } = open();
  choose('webp');
  behind(white);
  expect(format()).toBe('webp');
  behind(transparent);
  expect(format()).toBe('webp');
});

test('the format that was last chosen for an opaque result is used again, and the next image begins with PNG', () => {
  const first = open();
  first.behind(white);
  first.choose('png');
  first.behind(transparent);
  first.behind(white);
  expect(first.format()).toBe('png');
  first.stop();
  const second = open();
  second.behind(white);
  expect(second.format()).toBe('png');
  second.choose('jpeg');
  second.history.undo();
  expect(second.format()).toBe('png');
  expect(lastExport().format).toBe('png');
});

test('the other format is offered only for an opaque JPEG or PNG', () => {
  const { behind, choose, state } = open();
  const other = () => otherFormat(state(), builtInRegistries);
  expect(other()).toBeUndefined();
  behind(white);
  expect(other()).toBe('png');
  choose('png');
  expect(other()).toBe('jpeg');
  choose('webp');
  expect(other()).toBeUndefined();
});
