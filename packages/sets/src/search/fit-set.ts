import { type SetAdjustments, unchanged } from '../catalogue/adjustments.ts';
import type { RenderedSet } from '../catalogue/set.ts';
import type { Concept, LightSide, TimeOfDay } from '../words/terms.ts';
import { broaderConcepts, conceptsOfSet } from './concepts-of-set.ts';
import { swatches } from './swatches.ts';
import { isThing, rooms, softConcepts, type Wish } from './wishes.ts';

/** How well a set answers a sentence. */
export interface FittedSet {
  readonly set: RenderedSet;
  readonly adjustments: SetAdjustments;
  /** Indexes of the sentence's parts that the adjusted set shows. */
  readonly shown: readonly number[];
  /** Number of the named things and places that the set shows. */
  readonly things: number;
  /** Share of the wished things, colours and places that the set shows, 0…1. */
  readonly thingShare: number;
  /** Weight of the granted wishes, less that of things that nobody asked for. */
  readonly score: number;
}

interface Fitting {
  adjustments: SetAdjustments;
  score: number;
  readonly shown: Set<number>;
}

/** Share of a wish that a more general set earns: a wooden table for an oak one. It is not counted as shown. */
const nearShare = 0.5;
/** Share that a colour next to the main one earns. */
const companionShare = 0.7;
/** Share that a change earns in place of a set that is so by itself. */
const changedShare = 0.6;

/** Adjusts a set to the wishes, as far as that stays believable. */
export function fitSet(set: RenderedSet, wishes: readonly Wish[]): FittedSet {
  const fitting: Fitting = { adjustments: unchanged, score: 0, shown: new Set() };
  const things = { granted: 0, total: 0, named: 0 };
  for (const wish of wishes) {
    const share = grant(set, wish, fitting);
    if (isThing(wish)) {
      things.granted += share * wish.weight;
      things.total += wish.weight;
      if (wish.weight >= 1 && share === 1) things.named += 1;
    }
    if (share >= changedShare) fitting.shown.add(wish.part);
    fitting.score += share * wish.weight;
  }
  return {
    set,
    adjustments: limited(fitting.adjustments),
    shown: [...fitting.shown],
    things: things.named,
    thingShare: things.total === 0 ? 0 : things.granted / things.total,
    score: fitting.score - surplusOf(set, wishes),
  };
}

/** Limits changes that several wishes have added up. */
function limited(adjustments: SetAdjustments): SetAdjustments {
  const { warmth, exposure, saturation } = adjustments;
  const within = (value: number) => Math.min(100, Math.max(-100, value));
  return { ...adjustments, warmth: within(warmth), exposure: within(exposure), saturation: within(saturation) };
}

/** Grants a wish, by an adjustment if need be. @returns how far it is granted, 0…1. */
function grant(set: RenderedSet, { meaning }: Wish, fitting: Fitting): number {
  const adjust = (change: Partial<SetAdjustments>) => {
    fitting.adjustments = { ...fitting.adjustments, ...change };
    return changedShare;
  };
  const { warmth, exposure, saturation } = fitting.adjustments;
  switch (meaning.of) {
    case 'concept': {
      const concepts = conceptsOfSet(set);
      if (concepts.has(meaning.is)) return 1;
      return broaderConcepts(meaning.is).some((each) => !softConcepts.has(each) && concepts.has(each)) ? nearShare : 0;
    }
    case 'color':
      if (set.colors[0] === meaning.is) return 1;
      if (set.colors.includes(meaning.is)) return companionShare;
      // Only a plain sweep has one colour to change. A second wish would change it again.
      return set.kind === 'studio' && !fitting.adjustments.tint ? adjust({ tint: swatches[meaning.is] }) : 0;
    case 'time': {
      if (set.time === meaning.is) return 1;
      const change = changedTime(set, meaning.is);
      return change ? adjust({ warmth: warmth + change.warmth, exposure: exposure + change.exposure }) : 0;
    }
    case 'side': {
      const side = sideOf(set);
      if (side === meaning.is) return 1;
      const isMirrored = [side, meaning.is].every((each) => each === 'left' || each === 'right');
      return isMirrored ? adjust({ isFlipped: true }) : 0;
    }
    case 'light': {
      const size = set.lights[0]?.sizeDeg ?? 90;
      return (meaning.is === 'soft' ? size >= 15 : size < 8) ? 1 : 0;
    }
    case 'tone':
      if (meaning.is === 'dark' && set.colors.includes('black')) return 1;
      return adjust({ exposure: exposure + (meaning.is === 'dark' ? -35 : 20) });
    case 'mood':
      return adjust({ saturation: saturation + { pastel: -25, muted: -45, vivid: 30 }[meaning.is] });
    case 'blur':
      // The picture has the sharpness that it was rendered with. It can only lose some.
      return meaning.is === 'more' ? adjust({ blur: 60 }) : 0;
    case 'warmth':
      return adjust({ warmth: warmth + (meaning.is === 'warm' ? 35 : -35) });
    case 'place':
      // Any city is the nearest that there is to a famous place.
      return conceptsOfSet(set).has('city') ? nearShare : 0;
    default:
      return meaning satisfies never;
  }
}

const changes: Readonly<Record<TimeOfDay, Pick<SetAdjustments, 'warmth' | 'exposure'>>> = {
  morning: { warmth: 15, exposure: 5 },
  day: { warmth: -10, exposure: 10 },
  evening: { warmth: 45, exposure: -20 },
  night: { warmth: -20, exposure: -60 },
};

/** @returns the change that makes another time of day believable; undefined when none does. */
function changedTime({ time, kind }: RenderedSet, wished: TimeOfDay) {
  const isInside = ['table', 'shelf', 'room', 'shop', 'cafe', 'studio', 'podium', 'fabric'].includes(kind);
  // A sky shows its time of day. Only morning and noon look alike under it.
  if (!isInside && (wished === 'night' || wished === 'evening' || time === 'night' || time === 'evening'))
    return undefined;
  if (time === 'night') return undefined;
  return changes[wished];
}

/** Returns the direction that a set's main light comes from. */
function sideOf({ lights: [main] }: RenderedSet): LightSide | undefined {
  if (!main) return undefined;
  if (main.elevationDeg > 60) return 'above';
  const azimuth = ((main.azimuthDeg % 360) + 360) % 360;
  if (azimuth > 150 && azimuth < 210) return 'behind';
  return azimuth >= 20 && azimuth <= 150 ? 'right' : azimuth >= 210 && azimuth <= 340 ? 'left' : undefined;
}

/** Returns how much a set shows that nobody asked for: an occasion, the night, or further things. */
function surplusOf(set: RenderedSet, wishes: readonly Wish[]): number {
  const asked = new Set(wishes.flatMap(({ meaning }) => (meaning.of === 'concept' ? [meaning.is] : [])));
  const isFestive = (concept: Concept) => concept === 'festive' || broaderConcepts(concept).includes('festive');
  const shown = [...conceptsOfSet(set)];
  const occasion = shown.some(isFestive) && ![...asked].some(isFestive) ? 0.35 : 0;
  const night = set.time === 'night' && !wishes.some(({ meaning }) => meaning.of === 'time') ? 0.2 : 0;
  const further = 0.02 * shown.filter((concept) => !asked.has(concept)).length;
  // A sentence that names a room asks to see it, and not only its table.
  const asksRoom = [...asked].some((concept) => rooms.has(concept));
  const close = asksRoom && (set.kind === 'table' || set.kind === 'festive') ? 0.15 : 0;
  // A sentence that names no thing asks for a plain background.
  const isPlain = set.kind === 'studio' || set.kind === 'podium' || set.kind === 'fabric';
  const busy =
    isPlain || asked.size > 0 || wishes.some(({ meaning }) => meaning.of === 'time' || meaning.of === 'place')
      ? 0
      : 0.4;
  return occasion + night + further + close + busy;
}
