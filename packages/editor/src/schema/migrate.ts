import type { Edit } from '../model/edit.ts';
import type { DocumentStateV1, EditV1 } from './versions/document-state-v1.ts';
import type { DocumentStateV2 } from './versions/document-state-v2.ts';

/*
 * Takes a state through every version after its own. A new version is a function like these. A background's or an edit's
 * data is of its kind's definition: where that changes so that earlier data no longer fits, it is changed here, too.
 */

/** The names change and nothing else does. */
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
