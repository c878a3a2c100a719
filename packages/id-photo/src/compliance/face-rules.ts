import type { MeasuredFace } from '../faces/measured-face.ts';
import type { Advice, RuleId, RuleResult } from './rule-result.ts';

/** Limits of a rule: up to the first or from it on it is met, and beyond the second it is broken. */
interface Limits {
  readonly id: RuleId;
  readonly unit: 'degrees' | 'percent';
  readonly side: 'most' | 'least';
  readonly met: number;
  readonly broken: number;
  readonly advice: Advice;
  readonly valueOf: (face: MeasuredFace) => number;
}

/**
 * Rules about the face, which all offices share: look straight ahead, eyes open, mouth closed, even light, no
 * reflections. ISO/IEC 19794-5 allows the head to turn by 5°; the limits add the error of the measure.
 */
const rules: readonly Limits[] = [
  {
    id: 'face-turn',
    unit: 'degrees',
    side: 'most',
    met: 8,
    broken: 15,
    advice: 'look-straight',
    valueOf: ({ turnDeg }) => Math.abs(turnDeg),
  },
  {
    id: 'eyes-open',
    unit: 'percent',
    side: 'least',
    met: 24,
    broken: 12,
    advice: 'open-eyes',
    valueOf: ({ eyesOpen }) => 100 * Math.min(eyesOpen.left, eyesOpen.right),
  },
  {
    id: 'mouth-closed',
    unit: 'percent',
    side: 'most',
    met: 8,
    broken: 13,
    advice: 'close-mouth',
    valueOf: ({ mouthOpen }) => 100 * mouthOpen,
  },
  {
    id: 'face-light',
    unit: 'percent',
    side: 'least',
    met: 55,
    broken: 35,
    advice: 'light-front',
    valueOf: ({ evenLight }) => 100 * evenLight,
  },
  {
    id: 'glare',
    unit: 'percent',
    side: 'most',
    met: 1,
    broken: 4,
    advice: 'avoid-glare',
    valueOf: ({ glare }) => 100 * glare,
  },
];

/**
 * Checks the largest face, and that there is only one.
 * @param faces the faces in the image, the largest first.
 */
export function faceRules(faces: readonly MeasuredFace[]): readonly RuleResult[] {
  const [face] = faces;
  const count = { id: 'face-count', unit: 'none', measured: faces.length, min: 1, max: 1, isSure: true } as const;
  if (!face) return [{ ...count, state: 'unknown', advice: 'check-face' }];
  const isOne = faces.length === 1;
  return [
    isOne ? { ...count, state: 'ok' } : { ...count, state: 'high', advice: 'one-person' },
    ...rules.map((rule) => checked(rule, face)),
  ];
}

/** A value between both limits is as likely as not an error of the measure, so the user should look at it. */
function checked({ id, unit, side, met, broken, advice, valueOf }: Limits, face: MeasuredFace): RuleResult {
  const measured = valueOf(face);
  const beyond = (limit: number) => (side === 'most' ? measured > limit : measured < limit);
  const rule = { id, unit, measured, ...(side === 'most' ? { max: met } : { min: met }) } as const;
  if (!beyond(met)) return { ...rule, isSure: true, state: 'ok' };
  if (!beyond(broken)) return { ...rule, isSure: false, state: 'estimated', advice };
  return { ...rule, isSure: true, state: side === 'most' ? 'high' : 'low', advice };
}
