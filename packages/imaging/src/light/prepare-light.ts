import type { Backdrop } from '../backdrop/backdrop.ts';
import { magnified, type ReadRow, type SmallMap } from '../magnify.ts';
import type { CutoutSource } from '../raster.ts';
import { backdropMapOf } from './backdrop-map.ts';
import { colorMatch, type MatchRow } from './color-match.ts';
import type { LightChoice } from './light-choice.ts';
import { lightWrap } from './light-wrap.ts';
import { lightLeft } from './shadows.ts';
import { createStatistics } from './statistics.ts';
import { subjectMapOf } from './subject-map.ts';

/** Light worked out for one cut-out over one backdrop. What was not chosen is undefined. */
export interface PreparedLight {
  /** One value for each pixel: how much of the light reaches what is behind, 0…1. */
  readonly left: ReadRow | undefined;
  readonly match: MatchRow | undefined;
  /** Three values for each pixel: light to be added to the subject. */
  readonly wrap: ReadRow | undefined;
}

export const noLight: PreparedLight = { left: undefined, match: undefined, wrap: undefined };

/** @param backdrop undefined where nothing is behind: then there is no light of it either. */
export async function prepareLight(
  cutout: CutoutSource,
  backdrop: Backdrop | undefined,
  light: LightChoice,
  turn: () => Promise<void>,
): Promise<PreparedLight> {
  const { widthPx, heightPx } = cutout;
  const { contact, drop, match, wrap } = light;
  const seesBackdrop = backdrop !== undefined && (match > 0 || wrap > 0);
  if (contact === 0 && drop.strength === 0 && !seesBackdrop) return noLight;
  const subject = await subjectMapOf(cutout, turn);
  const behind = seesBackdrop ? await backdropMapOf(backdrop, widthPx, heightPx, turn) : undefined;
  const left = lightLeft(subject, light);
  return {
    left: left && magnified(left, 1, widthPx, heightPx),
    match:
      behind && match > 0 && subject.colors.count > 0
        ? colorMatch(subject.colors, statisticsOf(behind), match / 100)
        : undefined,
    wrap:
      behind && wrap > 0 ? magnified(lightWrap(subject, behind, left, wrap / 100), 3, widthPx, heightPx) : undefined,
  };
}

function statisticsOf({ data }: SmallMap) {
  const statistics = createStatistics();
  for (let at = 0; at < data.length; at += 3) statistics.add(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  return statistics.finish();
}
