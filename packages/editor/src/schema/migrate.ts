import type { Edit } from '../model/edit.ts';
import type { DocumentStateV1, EditV1 } from './versions/document-state-v1.ts';
import type { DocumentStateV2 } from './versions/document-state-v2.ts';

/*
 * Migrations from each version to the next. A new version adds a function like these. The data of a background or an
 * edit belongs to the definition of its kind. If that changes so that earlier data no longer fits, it is migrated here,
 * too.
 */

/** Migrates a state from version 1 to 2. Only names change. */
export function stateV1ToV2({ matte, frame, export: exporting, ...state }: DocumentStateV1): DocumentStateV2 {
  const { marks, ...edge } = matte;
  const { mostBytes, keepsMetadata, ...encoding } = exporting;
  return {
    ...state,
    version: 2,
    ...(frame && { crop: frame }),
    matte: { edits: marks.map(editV1ToV2), ...edge },
    export: { ...encoding, ...(mostBytes !== undefined && { maxBytes: mostBytes }), includesMetadata: keepsMetadata },
  };
}

export function editV1ToV2(edit: EditV1): Edit {
  return edit.kind === 'press' ? { ...edit, kind: 'seed-click' } : edit;
}
