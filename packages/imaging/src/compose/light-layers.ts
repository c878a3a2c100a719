import type { DrawnLayer, LayerGroup, MeasuredPart } from '../layers/open-layers.ts';
import type { PreparedLight } from '../light/prepare-light.ts';

type OtherLight = Pick<PreparedLight, 'matchOther' | 'grainOther'>;

/**
 * Gives the subjects among the layers the colours and the grain of the background, by the measurements of each.
 * @param place side of the image's own subject on which the groups lie.
 */
export function lightGroups(
  groups: readonly LayerGroup[],
  place: 'below' | 'above',
  { matchOther, grainOther }: OtherLight,
  widthPx: number,
): readonly LayerGroup[] {
  if (!matchOther && !grainOther) return groups;
  return groups.map((group) => {
    const { rows, measure } = group;
    if (!rows || !measure) return group;
    const measured = measure();
    const match = matchOther?.(measured.colors);
    const grain = grainOther?.(measured.grain, place);
    const own = new Uint8ClampedArray(widthPx * 4);
    const readRow = (y: number) => {
      const row = rows.readRow(y);
      if (!row) return undefined;
      own.set(row);
      match?.(own);
      grain?.(y, own);
      return own;
    };
    return { ...group, rows: { readRow } };
  });
}

/**
 * Gives a drawn subject and its reflection the colours of the background, in place. Grain is left out.
 * @returns the part as plain data, which can be sent to a worker.
 */
export function matchDrawn({ measure, ...part }: MeasuredPart, matchOther: OtherLight['matchOther']): DrawnLayer {
  if (matchOther && measure && part.role !== 'shadow') matchOther(measure().colors)?.(part.data);
  return part;
}
