import type { LayerParams } from '@isola/imaging';

import type { BackgroundImages } from '../backgrounds/define-background.ts';
import { fillCredit } from '../document/fill-credit.ts';
import type { Layer } from '../schema/document-state.ts';
import { fontFamilyOf } from './page-fonts.ts';

/** Length of the longest text that a compositor draws. The name of a file may be longer than its placeholder. */
const maxFilledLength = 1000;

/** Returns the params with which a compositor draws layers. Hidden ones are left out, and so are those without content. */
export function layerParamsOf(
  layers: readonly Layer[],
  { image, backgroundImage }: BackgroundImages,
): readonly LayerParams[] {
  return layers.flatMap((layer): LayerParams[] => {
    const { id: _, isHidden, ...drawn } = layer;
    if (isHidden === true || layer.opacity === 0) return [];
    if (drawn.kind === 'picture') {
      const picture = backgroundImage(drawn.image);
      const { subject } = drawn;
      return picture ? [{ ...drawn, image: picture, ...(subject && { subject, name: subject.name }) }] : [];
    }
    const { font, ...text } = drawn;
    const filled = fillCredit(drawn.text, image).slice(0, maxFilledLength);
    return filled.trim() === ''
      ? []
      : [{ ...text, text: filled, fontFamily: fontFamilyOf({ font, language: drawn.language }) }];
  });
}
