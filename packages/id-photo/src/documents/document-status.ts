import { type DocumentSpec, type Figure, figuresOf } from './document.ts';
import { type Source, sources } from './sources.ts';

/** `checked` only where the authority's own text was read. */
export type DocumentStatus = 'checked' | 'unverified';

/** @returns `checked` when every figure of the row is from an official text that was read. */
export function documentStatus(document: DocumentSpec): DocumentStatus {
  return figuresOf(document).every((figure) => figureStatus(document, figure) === 'checked') ? 'checked' : 'unverified';
}

/** Whether one figure is from an official text. A row that is unverified may have some that are checked. */
export function figureStatus({ from }: DocumentSpec, figure: Figure): DocumentStatus {
  const source = from[figure];
  return source !== undefined && sources[source].kind === 'official' ? 'checked' : 'unverified';
}

/** The sources of a row, each once, with the figures that they give. */
export function sourcesOf(document: DocumentSpec): readonly (Source & { readonly figures: readonly Figure[] })[] {
  const ids = [...new Set(figuresOf(document).flatMap((figure) => document.from[figure] ?? []))];
  return ids.map((id) => ({
    ...sources[id],
    figures: figuresOf(document).filter((figure) => document.from[figure] === id),
  }));
}
