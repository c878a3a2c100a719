/** Of the cache; the kernels' blocks begin on one. */
const lineBytes = 64;

export function roundToLine(bytes: number): number {
  return Math.ceil(bytes / lineBytes) * lineBytes;
}

/** Hands out places in a stretch of memory, and takes them back. Nothing is touched; only numbers are given. */
export interface Arena {
  /** @returns an offset, at a multiple of a line of the cache. */
  take(bytes: number): number;
  /** @param at as `take` gave it. */
  giveBack(at: number): void;
}

/** A place that is needed from one moment to another. */
interface Block {
  readonly bytes: number;
  readonly from: number;
  to: number;
}

/**
 * Fits places that are needed at different times into as little memory as it can. Who knows all of them beforehand needs
 * less than who hands them out one by one: a fifth less for IS-Net, and next to nothing more than is in use at once.
 * @param lay takes and gives back; called twice, and must do the same both times. The addresses of the first time are
 *   not the final ones.
 * @returns what `lay` returned the second time, and how much memory all places take.
 * @see Pisarchyk & Lee 2020, "Efficient Memory Management for Deep Neural Net Inference", section 5.2: greedy by size
 */
export function layOutArena<Result>(lay: (arena: Arena) => Result): { result: Result; bytes: number } {
  const blocks = blocksOf(lay);
  const { offsets, bytes } = placeBlocks(blocks);
  let taken = 0;
  const result = lay({ take: () => offsets[taken++] ?? 0, giveBack: () => undefined });
  return { result, bytes };
}

/** Gives every block a place of its own, to see how long each is needed. */
function blocksOf(lay: (arena: Arena) => unknown): readonly Block[] {
  const blocks: Block[] = [];
  const open = new Map<number, Block>();
  let end = 0;
  let moment = 0;
  lay({
    take(bytes) {
      const at = end;
      const block = { bytes: roundToLine(bytes), from: moment++, to: Infinity };
      // One line more: also a block of nothing has an address that no other has.
      end += block.bytes + lineBytes;
      blocks.push(block);
      open.set(at, block);
      return at;
    },
    giveBack(at) {
      const block = open.get(at);
      if (!block) throw new RangeError(`nothing was taken at ${at}`);
      block.to = moment++;
      open.delete(at);
    },
  });
  return blocks;
}

/** The largest first, each into the smallest gap between those that are needed at the same time. */
function placeBlocks(blocks: readonly Block[]): { offsets: readonly number[]; bytes: number } {
  const offsets = new Map<Block, number>();
  let bytes = 0;
  for (const block of blocks.toSorted((left, right) => right.bytes - left.bytes)) {
    const neighbours = [...offsets]
      .filter(([other]) => other.from < block.to && block.from < other.to)
      .toSorted(([, left], [, right]) => left - right);
    let end = 0;
    let gap: { readonly at: number; readonly bytes: number } | undefined;
    for (const [other, at] of neighbours) {
      const gapBytes = at - end;
      if (gapBytes >= block.bytes && (!gap || gapBytes < gap.bytes)) gap = { at: end, bytes: gapBytes };
      end = Math.max(end, at + other.bytes);
    }
    const at = gap?.at ?? end;
    offsets.set(block, at);
    bytes = Math.max(bytes, at + block.bytes);
  }
  return { offsets: blocks.map((block) => offsets.get(block) ?? 0), bytes };
}
