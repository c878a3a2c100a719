import creatureCutoutUrl from './pictures/creature.cutout.webp';
import creatureUrl from './pictures/creature.webp';
import figureCutoutUrl from './pictures/figure.cutout.webp';
import figureUrl from './pictures/figure.webp';
import headphonesCutoutUrl from './pictures/headphones.cutout.webp';
import headphonesUrl from './pictures/headphones.webp';
import trimmedUrl from './pictures/headphones-trimmed.webp';
import shoeCutoutUrl from './pictures/shoe.cutout.webp';
import shoeUrl from './pictures/shoe.webp';

/** Example images, each with its cutout of the same size. The bundle `landing` contains `picture.<id>` as text. */
export const pictures = {
  figure: { photoUrl: figureUrl, cutoutUrl: figureCutoutUrl, widthPx: 800, heightPx: 1000 },
  shoe: { photoUrl: shoeUrl, cutoutUrl: shoeCutoutUrl, widthPx: 1000, heightPx: 750 },
  headphones: { photoUrl: headphonesUrl, cutoutUrl: headphonesCutoutUrl, widthPx: 960, heightPx: 720 },
  creature: { photoUrl: creatureUrl, cutoutUrl: creatureCutoutUrl, widthPx: 1000, heightPx: 667 },
} as const;

/** Cutout of the headphones, trimmed to the subject. */
export const trimmed = { url: trimmedUrl, widthPx: 551, heightPx: 643 } as const;

export type PictureId = keyof typeof pictures;
