import { readFileSync } from 'node:fs';

import { type Advice, type GuideDoubt, type HeadGuides, papers, type RuleId, type RuleState } from '@isola/id-photo';
import {
  type BackgroundColour,
  documentIds,
  documents,
  type DocumentNote,
  type DocumentStatus,
  type Figure,
} from '@isola/photo-specs/documents';
import { expect, test } from 'vitest';

/** All codes that the page translates. A missing code is a type error. */
const codes = {
  status: { checked: 1, unverified: 1 } satisfies Record<DocumentStatus, 1>,
  editing: { refused: 1, certified: 1 },
  note: { 'sources-disagree': 1, 'blanket-head': 1, 'online-only': 1, 'white-refused': 1 } satisfies Record<
    DocumentNote,
    1
  >,
  background: {
    white: 1,
    'off-white': 1,
    cream: 1,
    'light-grey': 1,
    'light-blue': 1,
    blue: 1,
    red: 1,
    any: 1,
    'any-light': 1,
    original: 1,
  } satisfies Record<BackgroundColour | 'any' | 'any-light' | 'original', 1>,
  figure: {
    size: 1,
    pixels: 1,
    head: 1,
    eyes: 1,
    topMargin: 1,
    chinMargin: 1,
    background: 1,
    fileSize: 1,
    editing: 1,
  } satisfies Record<Figure, 1>,
  rule: {
    'head-height': 1,
    'eye-line': 1,
    'top-margin': 1,
    'chin-margin': 1,
    pixels: 1,
    resolution: 1,
    inside: 1,
    background: 1,
    'file-size': 1,
    'face-count': 1,
    'face-turn': 1,
    'eyes-open': 1,
    'mouth-closed': 1,
    'face-light': 1,
    glare: 1,
  } satisfies Record<RuleId, 1>,
  state: { ok: 1, estimated: 1, low: 1, high: 1, wrong: 1, unknown: 1 } satisfies Record<RuleState, 1>,
  advice: {
    enlarge: 1,
    reduce: 1,
    'move-up': 1,
    'move-down': 1,
    'check-guides': 1,
    'larger-image': 1,
    'wider-image': 1,
    'step-back': 1,
    'keep-background': 1,
    'choose-background': 1,
    'other-wall': 1,
    'even-wall': 1,
    'check-wall': 1,
    'look-beside': 1,
    'larger-file': 1,
    'smaller-file': 1,
    'ask-office': 1,
    'one-person': 1,
    'look-straight': 1,
    'open-eyes': 1,
    'close-mouth': 1,
    'light-front': 1,
    'avoid-glare': 1,
    'check-face': 1,
  } satisfies Record<Advice, 1>,
  guide: { crown: 1, chin: 1, eyes: 1, axis: 1, shoulders: 1 } satisfies Record<keyof HeadGuides['states'], 1>,
  doubt: {
    'hidden-neck': 1,
    'hidden-jaw': 1,
    'short-jaw': 1,
    'much-hair': 1,
    'uneven-top': 1,
    'cut-by-frame': 1,
    'uneven-sides': 1,
    'not-in-outline': 1,
    'not-found': 1,
    'turned-face': 1,
    'outline-differs': 1,
    'not-in-matte': 1,
  } satisfies Record<GuideDoubt, 1>,
  paper: papers,
};

test('every document and every code has a text, and no text is unused', () => {
  const file = new URL('../../i18n/src/locales/zh/id-photo-tool.json', import.meta.url);
  // Keys below `view.` belong to the interface. They are type-checked where they are used.
  const words = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object).filter((key) => !key.startsWith('view.'));
  const expected = [
    ...documentIds.map((id) => `document.${id}`),
    ...new Set(documentIds.map((id) => `country.${documents[id].country}`)),
    ...Object.entries(codes).flatMap(([group, ids]) => Object.keys(ids).map((id) => `${group}.${id}`)),
    'status.checked.text',
    'status.unverified.text',
  ];
  expect(words.toSorted()).toEqual(expected.toSorted());
});
