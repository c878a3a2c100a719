import type { Surroundings } from '@isola/scenes';

import type { BackgroundRows } from '../background/define-background-source.ts';
import type { LinearColor } from '../color/linear-light.ts';
import { enlargedMap, type ReadRow, type SmallMap } from '../resample/interpolate-map.ts';
import type { Bounds, Size } from '../geometry/rect.ts';
import type { SubjectShape } from '../outline/subject-shape.ts';
import type { CutoutSource } from '../raster/raster.ts';
import { backgroundMapOf } from './background-map.ts';
import { colorMatch, type MatchRow } from './color-match.ts';
import type { LightParams } from './light-params.ts';
import { type AddGrain, type AddOwnGrain, grainMatch, grainOf, grainOn } from './grain.ts';
import { lightWrap, type Rim } from './light-wrap.ts';
import { type SubjectReflection, reflectParts } from '../reflection/reflect-rows.ts';
import { standsOf } from '../reflection/stands-of.ts';
import { lightLeft } from './shadows.ts';
import { type PreparedOutline, prepareOutline } from '../outline/prepare-outline.ts';
import type { OutlineParams } from '../outline/outline-params.ts';
import { type ColorStatistics, createStatistics } from './statistics.ts';
import { type SubjectMap, subjectMapOf } from './subject-map.ts';

/** Light and outline computed for one cutout over one background. Effects that are not used are undefined. */
export interface PreparedLight {
  readonly outline: PreparedOutline | undefined;
  /** Reads the share of light that reaches the background, 0…1, one value for each pixel. */
  readonly left: ReadRow | undefined;
  /** The same for the shadow of the photograph. */
  readonly photographed: ReadRow | undefined;
  /** Strength of the shadow in each channel, about 1: where the ambient light is coloured, it colours the shadow. */
  readonly shadowTint: LinearColor;
  readonly match: MatchRow | undefined;
  /** Creates the match of another subject by its own colours; its result is undefined for a subject without opaque pixels. */
  readonly matchOther: ((colors: ColorStatistics) => MatchRow | undefined) | undefined;
  /** Reads the light to be added to the subject, three values for each pixel. */
  readonly wrap: ReadRow | undefined;
  /** The subject's reflection; its rows are added while the result is composed. */
  readonly reflection: SubjectReflection | undefined;
  /** Adds grain to a composed row. */
  readonly grain: AddGrain | undefined;
  /** Creates the grain of another subject by the deviation of its own noise and the side on which it lies. */
  readonly grainOther: ((own: number, place: 'below' | 'above') => AddOwnGrain | undefined) | undefined;
}

const unlit: PreparedLight = {
  outline: undefined,
  left: undefined,
  photographed: undefined,
  shadowTint: [1, 1, 1],
  match: undefined,
  matchOther: undefined,
  wrap: undefined,
  reflection: undefined,
  grain: undefined,
  grainOther: undefined,
};

/**
 * Computes the light of a cutout over its background.
 * @param rows the background; undefined when it is transparent. Then there is no light of it to match or wrap.
 * @param surroundings ground and lamps of the background, when they are known.
 * @param photographed share of light that the photograph's own shadow leaves, in rows of the result.
 * @param outline outline around the subject. Both then cast the shadow together.
 */
export async function prepareLight(
  cutout: CutoutSource,
  rows: BackgroundRows | undefined,
  light: LightParams,
  surroundings: Surroundings | undefined,
  outline: OutlineParams | undefined,
  photographed: ReadRow | undefined,
  yieldToEventLoop: () => Promise<void>,
): Promise<PreparedLight> {
  const { widthPx, heightPx } = cutout;
  const { contact, drop, match, wrap, grain = 0, reflection } = light;
  const usesBackground = rows !== undefined && (match > 0 || wrap > 0);
  const matchesGrain = rows !== undefined && grain > 0;
  if (contact === 0 && drop.strength === 0 && !usesBackground && !matchesGrain && !outline && !reflection) {
    return { ...unlit, photographed, shadowTint: shadowTintOf(surroundings) };
  }
  const subject = await subjectMapOf(cutout, yieldToEventLoop);
  const behind = usesBackground ? await backgroundMapOf(rows, widthPx, heightPx, yieldToEventLoop) : undefined;
  const around = outline && prepareOutline(subject, outline, cutout);
  const left = lightLeft(around?.outlined ?? subject, light, surroundings?.ground);
  const matchOther =
    behind && match > 0
      ? (colors: ColorStatistics) =>
          colors.count > 0 ? colorMatch(colors, statisticsOf(behind), match / 100) : undefined
      : undefined;
  const behindGrain = matchesGrain ? await grainOf(rows, widthPx, heightPx, yieldToEventLoop) : undefined;
  return {
    outline: around,
    left: left && enlargedMap(left, 1, widthPx, heightPx),
    photographed,
    shadowTint: shadowTintOf(surroundings),
    match: matchOther?.(subject.colors),
    matchOther,
    wrap:
      behind && wrap > 0
        ? enlargedMap(
            lightWrap(subject, behind, left, wrap / 100, rimOf(surroundings, drop.angleDeg)),
            3,
            widthPx,
            heightPx,
          )
        : undefined,
    reflection: reflection && reflectionOf(subject, around?.outlined, light, cutout),
    grain: behindGrain === undefined ? undefined : grainMatch(subject.grain, behindGrain, grain / 100),
    grainOther:
      behindGrain === undefined
        ? undefined
        : (own, place) => {
            // The grain that the background lacks is later added to all that lies behind the own subject.
            const wanted = place === 'below' ? behindGrain : Math.max(behindGrain, subject.grain);
            return grainOn(own, wanted, grain / 100);
          },
  };
}

function reflectionOf(
  subject: SubjectMap,
  outlined: SubjectShape | undefined,
  { reflection, lift = 0 }: LightParams,
  { widthPx, heightPx }: Size,
): SubjectReflection | undefined {
  const stands = standsOf(outlined ?? subject);
  if (stands.length === 0 || !reflection) return undefined;
  const [across, down] = [widthPx / subject.widthPx, heightPx / subject.heightPx];
  const parts = stands.map(({ bounds, left, right }) => ({
    bounds: {
      left: Math.floor(bounds.left * across),
      top: Math.floor(bounds.top * down),
      right: Math.ceil(bounds.right * across),
      bottom: outlined ? Math.round(bounds.bottom * down) : footOf(subject, bounds, heightPx),
    },
    // The outermost parts have all columns beyond them.
    left: left === stands[0]?.left ? 0 : Math.round(left * across),
    right: right === stands.at(-1)?.right ? widthPx : Math.round(right * across),
    lift,
  }));
  return reflectParts(parts, reflection, { widthPx, heightPx });
}

/** Returns the row below the lowest pixel of a part, in px of the cutout. It is more precise than the box in the map. */
function footOf(
  { lowestPx, heightPx: mapHeightPx, bottomPx }: SubjectMap,
  { left, right, bottom }: Bounds,
  heightPx: number,
) {
  // A speck below the part is in no bin of the box. Its columns are left out.
  const end = Math.min(bottomPx ?? heightPx, Math.ceil(((bottom + 1) * heightPx) / mapHeightPx));
  const feet = lowestPx.subarray(left, right).filter((row) => row <= end);
  return feet.reduce((lowest, row) => Math.max(lowest, row), 0) || Math.round((bottom * heightPx) / mapHeightPx);
}

function statisticsOf({ data }: SmallMap) {
  const statistics = createStatistics();
  for (let at = 0; at < data.length; at += 3) statistics.add(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  return statistics.finish();
}

/**
 * Returns the strength of a shadow in each channel. A shadow keeps the ambient light and loses that of the lamp, so that
 * it is bluish under a warm sun and a blue sky.
 */
function shadowTintOf(surroundings: Surroundings | undefined): LinearColor {
  if (!surroundings) return [1, 1, 1];
  const [lamp] = surroundings.lamps;
  const shareOf = (channel: 0 | 1 | 2) => {
    const own = lamp.color[channel] * lamp.strength;
    return own / Math.max(1e-3, own + surroundings.ambient[channel] * (1 - lamp.strength));
  };
  const shares = [shareOf(0), shareOf(1), shareOf(2)] as const;
  const mean = Math.max(1e-3, (shares[0] + shares[1] + shares[2]) / 3);
  return [shares[0] / mean, shares[1] / mean, shares[2] / mean];
}

/** Returns the light of the strongest lamp on the subject's edge. It follows the direction that the user has chosen. */
function rimOf(surroundings: Surroundings | undefined, angleDeg: number): Rim | undefined {
  const lamp = surroundings?.lamps[0];
  return lamp && { angleDeg, color: lamp.color, strength: lamp.strength };
}
