/** Text that figures were read in. */
export interface Source {
  readonly title: string;
  /** Language of the title (BCP 47); English by default. */
  readonly language?: 'de' | 'es' | 'fr' | 'it' | 'ja' | 'ko' | 'zh';
  /** Address of the page whose stored copy was read. */
  readonly url?: string;
  /**
   * `official` is the authority's or marketplace's own text, `secondary` a text of others about it, and `memory` was
   * not read anywhere.
   */
  readonly kind: 'official' | 'secondary' | 'memory';
  /** Day on which the stored copy was read (ISO 8601). Absent when only the month, `sourcesReadAt`, is known. */
  readonly readOn?: IsoDay;
  /** Date that the page itself gives as its last change (ISO 8601). Absent when it gives none. */
  readonly pageDate?: IsoDay;
}

/** A day as `YYYY-MM-DD`. */
export type IsoDay = `${number}-${number}-${number}`;

/** Month in which all sources were read. */
export const sourcesReadAt = new Date('2026-11-01T00:00:00Z');

/** A sentence, or a part of one, of an official source that states a figure. It is at most 25 words long. */
export interface Quote<SourceId extends string> {
  readonly source: SourceId;
  /** Words of the stored copy, unchanged. */
  readonly text: string;
}

/** Quotes that state the figures of one row. Only figures that were found in an official source have any. */
export type Quotes<Figure extends string, SourceId extends string> = {
  readonly [Name in Figure]?: readonly Quote<SourceId>[];
};

/**
 * Certainty of a figure or a row. `checked`: only official texts were used. `conflicting`: sources give different
 * figures. `unverified`: neither.
 */
export type FigureStatus = 'checked' | 'unverified' | 'conflicting';

/** Source or sources of each figure. */
export type SourceIds<Figure extends string, SourceId extends string> = {
  readonly [Name in Figure]?: SourceId | readonly [SourceId, ...SourceId[]];
};

/** Row whose figures name their sources. A figure that no source gives is absent, never guessed. */
export type SourcedRow<Figure extends string, SourceId extends string> = {
  /** Sources of each figure that is present. */
  readonly from: SourceIds<Figure, SourceId>;
  /** Sources that give a different figure. */
  readonly against?: SourceIds<Figure, SourceId>;
} & { readonly [Name in Figure]?: unknown };

/** Source together with the figures of a row that it gives and those that it contradicts. */
export interface SourceOfRow<Figure> extends Source {
  readonly figures: readonly Figure[];
  readonly contradicts: readonly Figure[];
}

/** Accepted size of a file. */
export interface FileSizeRange {
  readonly minBytes?: number;
  readonly maxBytes?: number;
}

/**
 * Converts a file size as a source states it. Sources do not say which kilobyte they mean, so a kilobyte counts as 1000
 * bytes in a maximum and as 1024 bytes in a minimum. The file then meets the limits under either definition.
 */
export function fileSizeBytes(stated: {
  readonly minKilobytes?: number;
  readonly maxKilobytes?: number;
}): FileSizeRange {
  const { minKilobytes, maxKilobytes } = stated;
  return {
    ...(minKilobytes !== undefined && { minBytes: minKilobytes * 1024 }),
    ...(maxKilobytes !== undefined && { maxBytes: maxKilobytes * 1000 }),
  };
}

/**
 * Returns the functions that compute the certainty of rows from their sources.
 * @param figureNames all names of figures, in the order in which they are listed.
 */
export function readFigures<Figure extends string, SourceId extends string>(
  figureNames: readonly Figure[],
  sources: Readonly<Record<SourceId, Source>>,
) {
  type Row = SourcedRow<Figure, SourceId>;
  const listed = (ids: SourceId | readonly SourceId[] = []): readonly SourceId[] =>
    typeof ids === 'string' ? [ids] : ids;

  /** Returns the names of the figures that a row contains. */
  function figuresOf(row: Row): readonly Figure[] {
    return figureNames.filter((name) => row[name] !== undefined);
  }

  /** Returns the certainty of one figure. An unverified row may contain checked figures. */
  function figureStatus({ from, against }: Row, figure: Figure): FigureStatus {
    if (against?.[figure]) return 'conflicting';
    const given = listed(from[figure]);
    return given.length > 0 && given.every((id) => sources[id].kind === 'official') ? 'checked' : 'unverified';
  }

  /** Returns the certainty of a row: `conflicting` when a figure is, `checked` when all are, else `unverified`. */
  function statusOf(row: Row): FigureStatus {
    const all = figuresOf(row).map((figure) => figureStatus(row, figure));
    if (all.includes('conflicting')) return 'conflicting';
    return all.every((status) => status === 'checked') ? 'checked' : 'unverified';
  }

  /**
   * Returns the day on which a row was last compared with official texts, or undefined unless all its figures are
   * checked and the day is known for every source. Of several days it is the earliest.
   *
   * @example
   *   checkedOn(documents['jp-passport']); // 29 November 2026
   */
  function checkedOn(row: Row): Date | undefined {
    if (statusOf(row) !== 'checked') return undefined;
    const days = sourcesOf(row).map(({ readOn }) => readOn);
    const known = days.filter((day) => day !== undefined).toSorted();
    const [first] = known;
    return first !== undefined && known.length === days.length ? new Date(`${first}T00:00:00Z`) : undefined;
  }

  /** Returns the sources of a row without duplicates. */
  function sourcesOf(row: Row): readonly SourceOfRow<Figure>[] {
    const { from, against } = row;
    const figures = figuresOf(row);
    const ids = new Set(figures.flatMap((figure) => [...listed(from[figure]), ...listed(against?.[figure])]));
    return Array.from(ids, (id) => ({
      ...sources[id],
      figures: figures.filter((figure) => listed(from[figure]).includes(id)),
      contradicts: figures.filter((figure) => listed(against?.[figure]).includes(id)),
    }));
  }

  return { figuresOf, figureStatus, statusOf, checkedOn, sourcesOf };
}
