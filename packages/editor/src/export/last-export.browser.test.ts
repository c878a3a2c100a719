import { beforeEach, expect, test } from 'vitest';

import { initialState } from '../schema/initial-state.ts';
import { lastExport, rememberExport } from './last-export.ts';

beforeEach(() => localStorage.clear());

test('what was asked for last is asked for again, without the limit of one image', () => {
  expect(lastExport()).toEqual(initialState.export);
  rememberExport({ format: 'jpeg', quality: 80, dotsPerInch: 300, includesMetadata: true, maxBytes: 200_000 });
  expect(lastExport()).toEqual({ format: 'jpeg', quality: 80, dotsPerInch: 300, includesMetadata: true });
  rememberExport(initialState.export);
  expect(lastExport()).toEqual(initialState.export);
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"format":1,"quality":80}',
  '{"format":"png","quality":0,"includesMetadata":false}',
])('a storage that holds %j is no reason to fail', (stored) => {
  localStorage.setItem('export-options', stored);
  expect(lastExport()).toEqual(initialState.export);
});
