import type { Translate } from '../../model/translate.ts';
import type { Layer } from '../../schema/document-state.ts';

/** Returns the name of a layer for people: its text, the name of its subject, or that it is a logo. */
export function layerName(layer: Layer, t: Translate): string {
  if (layer.kind === 'picture')
    return layer.subject ? layer.subject.name || t('layers.otherSubject') : t('layers.logo');
  return layer.text.replaceAll(/\s+/g, ' ').trim() || t('layers.untitled');
}
