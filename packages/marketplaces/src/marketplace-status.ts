import { type Figure, figuresOf, type MarketplaceSpec } from './marketplace.ts';
import { type Source, sources } from './sources.ts';

/**
 * Certainty of a figure or a row. `checked`: only the marketplace's own text was used. `conflicting`: sources give
 * different figures. `unverified`: neither.
 */
export type MarketplaceStatus = 'checked' | 'unverified' | 'conflicting';

/** Returns the certainty of one figure of a row. */
export function figureStatus({ from, against }: MarketplaceSpec, figure: Figure): MarketplaceStatus {
  if (against?.[figure]) return 'conflicting';
  const given = from[figure] ?? [];
  return given.length > 0 && given.every((id) => sources[id].kind === 'official') ? 'checked' : 'unverified';
}

/**
 * Returns the certainty of a row: `conflicting` when one of its figures is, `checked` when all of them are, else
 * `unverified`.
 */
export function marketplaceStatus(marketplace: MarketplaceSpec): MarketplaceStatus {
  const all = figuresOf(marketplace).map((figure) => figureStatus(marketplace, figure));
  if (all.includes('conflicting')) return 'conflicting';
  return all.every((status) => status === 'checked') ? 'checked' : 'unverified';
}

/** Returns the sources of a row, each once, with the figures that they give and those that they contradict. */
export function sourcesOf(
  marketplace: MarketplaceSpec,
): readonly (Source & { readonly figures: readonly Figure[]; readonly contradicts: readonly Figure[] })[] {
  const { from, against = {} } = marketplace;
  const figures = figuresOf(marketplace);
  const ids = [...new Set(figures.flatMap((figure) => [...(from[figure] ?? []), ...(against[figure] ?? [])]))];
  return ids.map((id) => ({
    ...sources[id],
    figures: figures.filter((figure) => from[figure]?.includes(id)),
    contradicts: figures.filter((figure) => against[figure]?.includes(id)),
  }));
}
