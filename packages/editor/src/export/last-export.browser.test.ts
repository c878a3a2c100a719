import { beforeEach, expect, test } from 'vitest';

import { initialState } from '../schema/initial-state.ts';
import { lastExport, rememberExport } from './last-export.ts';

beforeEach(() => localStorage.clear());

test('restores the last export options without the size limit, which belongs to one image', () => {
  expect(lastExport()).toEqual(initialState.export);
  rememberExport({ format: 'jpeg', quality: 80, dotsPerInch: 300, includesMetadata: true, maxBytes: 200_000 });
  expect(lastExport()).toEqual({ format: 'jpeg', quality: 80, dotsPerInch: 300, includesMetadata: true });
  const page = { ...initialState.export, format: 'pdf', bleedMm: 5, hasCropMarks: false };
  rememberExport(page);
  expect(lastExport()).toEqual(page);
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
])('returns the default options when the storage contains %j', (stored) => {
  localStorage.setItem('export-options', stored);
  expect(lastExport()).toEqual(initialState.export);
});
