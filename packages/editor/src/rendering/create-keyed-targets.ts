import { createNumbering, replaceBlobs, type Size } from '@isola/imaging';

import type { ImageDocument } from '../document/image-document.ts';
import { isRetouch } from '../edits/retouch.ts';
import type { EditorRegistries } from '../registry/registries.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { type RenderTarget, renderTargetOf } from './render-target.ts';

/** A render target with keys for comparing it with other targets. */
export interface KeyedTarget extends RenderTarget {
  /** Equal for targets with the same result. */
  readonly key: string;
  /** Equal for targets that show the same pixels behind the subject. */
  readonly backdropKey: string;
  /** Equal for targets with the same subject in the same tone; undefined when the tone changes nothing. */
  readonly subjectKey: string | undefined;
  /** Key of the background alone. It is equal for the same background at any size and place. */
  readonly backgroundKey: string;
}

/** @returns a function that makes keyed targets of a document's states. Keys of two such functions must not be compared. */
export function createKeyedTargets(
  document: ImageDocument,
  size: Size,
  registries: Pick<EditorRegistries, 'backgrounds' | 'formats' | 'getLayerNames'>,
): (state: DocumentState) => KeyedTarget {
  const numberOf = createNumbering();
  return (state) => {
    const target = renderTargetOf(document, state, size, registries);
    const { edits, background, light, outline, tone, isEnlarged, transform, layers } = target.params;
    const numbered = replaceBlobs(background, numberOf);
    return {
      ...target,
      key: JSON.stringify([
        numberOf(edits),
        numbered,
        light,
        outline,
        tone,
        isEnlarged,
        transform,
        layers?.map((layer) => replaceBlobs(layer, numberOf)),
      ]),
      subjectKey: tone && JSON.stringify([numberOf(edits), tone]),
      backgroundKey: JSON.stringify(numbered),
      // A background that follows the image changes with the image's place, and with its retouched pixels.
      backdropKey: JSON.stringify([
        numbered,
        ...(target.background.followsImage
          ? [transform, edits.edits.filter(isRetouch).map(numberOf)]
          : [transform.widthPx, transform.heightPx]),
      ]),
    };
  };
}
