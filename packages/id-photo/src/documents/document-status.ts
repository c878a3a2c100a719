import { type DocumentSpec, type Figure, figuresOf } from './document.ts';
import { type Source, sources } from './sources.ts';

/** Verification status. `checked`: the figures were read in the authority's own text. */
export type DocumentStatus = 'checked' | 'unverified';

/** Returns `checked` when every figure of the document comes from an official text that was read. */
export function documentStatus(document: DocumentSpec): DocumentStatus {
  return figuresOf(document).every((figure) => figureStatus(document, figure) === 'checked') ? 'checked' : 'unverified';
}

/**
 * Returns `checked` when this figure comes from an official text. An unverified document may contain checked figures.
 */
export function figureStatus({ from }: DocumentSpec, figure: Figure): DocumentStatus {
  const source = from[figure];
  return source !== undefined && sources[source].kind === 'official' ? 'checked' : 'unverified';
}

/** Returns the sources of a document without duplicates, each with the figures that it gives. */
export function sourcesOf(document: DocumentSpec): readonly (Source & { readonly figures: readonly Figure[] })[] {
  const ids = [...new Set(figuresOf(document).flatMap((figure) => document.from[figure] ?? []))];
  return ids.map((id) => ({
    ...sources[id],
    figures: figuresOf(document).filter((figure) => document.from[figure] === id),
  }));
}
