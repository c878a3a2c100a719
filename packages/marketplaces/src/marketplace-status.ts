import { type Figure, figuresOf, type MarketplaceSpec } from './marketplace.ts';
import { type Source, sources } from './sources.ts';

/** `checked`: only the marketplace's own text was used. `conflicting`: sources give different figures. */
export type MarketplaceStatus = 'checked' | 'unverified' | 'conflicting';

/** How certain one figure of a row is. */
export function figureStatus({ from, against }: MarketplaceSpec, figure: Figure): MarketplaceStatus {
  if (against?.[figure]) return 'conflicting';
  const given = from[figure] ?? [];
  return given.length > 0 && given.every((id) => sources[id].kind === 'official') ? 'checked' : 'unverified';
}

/** @returns `checked` when every figure is; `conflicting` when one of them is. */
export function marketplaceStatus(marketplace: MarketplaceSpec): MarketplaceStatus {
  const all = figuresOf(marketplace).map((figure) => figureStatus(marketplace, figure));
  if (all.includes('conflicting')) return 'conflicting';
  return all.every((status) => status === 'checked') ? 'checked' : 'unverified';
}

/** The sources of a row, each once, with the figures that they give, and those that they contradict. */
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
