import creatureCutoutUrl from './pictures/creature.cutout.webp';
import creatureUrl from './pictures/creature.webp';
import figureCutoutUrl from './pictures/figure.cutout.webp';
import figureUrl from './pictures/figure.webp';
import lampCutoutUrl from './pictures/lamp.cutout.webp';
import lampUrl from './pictures/lamp.webp';
import shoeCutoutUrl from './pictures/shoe.cutout.webp';
import shoeUrl from './pictures/shoe.webp';

/** A photo of ours and what the tool made of it, of equal size. Each is worded in the bundle as `picture.<id>`. */
export const pictures = {
  figure: { photoUrl: figureUrl, cutoutUrl: figureCutoutUrl, widthPx: 800, heightPx: 1000 },
  shoe: { photoUrl: shoeUrl, cutoutUrl: shoeCutoutUrl, widthPx: 1000, heightPx: 750 },
  lamp: { photoUrl: lampUrl, cutoutUrl: lampCutoutUrl, widthPx: 800, heightPx: 1000 },
  creature: { photoUrl: creatureUrl, cutoutUrl: creatureCutoutUrl, widthPx: 1000, heightPx: 667 },
} as const;

export type PictureId = keyof typeof pictures;
