import type { MeasuredFace } from '../src/faces/measured-face.ts';
import type { RenderedHead } from './render-head.ts';

/** Share of the distance from the crown to the chin at which `faceOf` puts the eyes. */
export const eyesShare = 0.5;

/** Measures of a face that looks straight ahead in even light. */
export const calm = {
  score: 1,
  tiltDeg: 0,
  turnDeg: 0,
  eyesOpen: { left: 0.3, right: 0.3 },
  mouthOpen: 0.02,
  brightness: 0.4,
  evenLight: 0.9,
  glare: 0,
} as const;

/** Returns the face that belongs to a rendered head: upright on its axis, with the eyes in the middle of the head. */
export function faceOf(
  { crown, chin, tiltDeg, headHeightPx }: RenderedHead,
  changes: Partial<MeasuredFace> = {},
): MeasuredFace {
  const radians = (tiltDeg * Math.PI) / 180;
  const [acrossX, acrossY] = [Math.cos(radians), Math.sin(radians)];
  const middle = {
    x: crown.x + (chin.x - crown.x) * eyesShare,
    y: crown.y + (chin.y - crown.y) * eyesShare,
  };
  const away = headHeightPx * 0.14;
  return {
    ...calm,
    box: { leftPx: middle.x - 80, topPx: middle.y - 90, widthPx: 160, heightPx: 200 },
    eyes: {
      left: { x: middle.x - acrossX * away, y: middle.y - acrossY * away },
      right: { x: middle.x + acrossX * away, y: middle.y + acrossY * away },
    },
    chin,
    mouth: { x: (middle.x + chin.x) / 2, y: (middle.y + chin.y) / 2 },
    tiltDeg,
    ...changes,
  };
}
