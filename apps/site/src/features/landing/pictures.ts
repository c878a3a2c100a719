import creatureCutoutUrl from './pictures/creature.cutout.webp';
import creatureUrl from './pictures/creature.webp';
import figureCutoutUrl from './pictures/figure.cutout.webp';
import figureUrl from './pictures/figure.webp';
import headphonesCutoutUrl from './pictures/headphones.cutout.webp';
import headphonesUrl from './pictures/headphones.webp';
import trimmedUrl from './pictures/headphones-trimmed.webp';
import shoeCutoutUrl from './pictures/shoe.cutout.webp';
import shoeUrl from './pictures/shoe.webp';

/** A photo of ours and what the tool made of it, of equal size. Each is worded in the bundle as `picture.<id>`. */
export const pictures = {
  figure: { photoUrl: figureUrl, cutoutUrl: figureCutoutUrl, widthPx: 800, heightPx: 1000 },
  shoe: { photoUrl: shoeUrl, cutoutUrl: shoeCutoutUrl, widthPx: 1000, heightPx: 750 },
  headphones: { photoUrl: headphonesUrl, cutoutUrl: headphonesCutoutUrl, widthPx: 960, heightPx: 720 },
  creature: { photoUrl: creatureUrl, cutoutUrl: creatureCutoutUrl, widthPx: 1000, heightPx: 667 },
} as const;

/** The cut-out of the headphones without the empty rest of its frame. */
export const trimmed = { url: trimmedUrl, widthPx: 551, heightPx: 643 } as const;

export type PictureId = keyof typeof pictures;
