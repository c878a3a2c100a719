import type { Translate } from '../../model/translate.ts';
import type { Layer } from '../../schema/document-state.ts';

/** Returns the name of a layer for people: its text, or that it is a logo. */
export function layerName(layer: Layer, t: Translate): string {
  if (layer.kind === 'picture') return t('layers.logo');
  return layer.text.replaceAll(/\s+/g, ' ').trim() || t('layers.untitled');
}
