/**
 * Huffman codes as deflate requires them: canonical, limited in length, and sent starting with their first bit.
 *
 * @see RFC 1951, section 3.2.2
 * @see Moffat and Katajainen 1995, "In-Place Calculation of Minimum-Redundancy Codes"
 */

import { codeScratch } from './memory-map';

const maxBits: u32 = 15;
/** The used symbols, rarest first: the count from bit 9 up, the symbol below. */
const byCount: usize = codeScratch;
/** Working memory of the tree. Its weights, parents and depths overwrite each other in turn. */
const tree: usize = byCount + 4 * 288;
/** Number of codes of each length. */
const codesOfLength: usize = tree + 4 * 288;
/** Next code to assign for each length. */
const nextCode: usize = codesOfLength + 4 * 16;

/**
 * Builds a canonical Huffman code.
 * @param counts the number of occurrences of each symbol, u32, together less than 2²³. If fewer than two symbols
 *   occur, the first unused ones are counted once, because some decoders reject a code with fewer than two symbols.
 * @param limit greatest length of a code, in bits.
 * @param lengths receives the bits of each symbol's code, u8; 0 for a symbol that does not occur.
 * @param codes receives each symbol's code, u32: its bits from bit 5 up, the first to be sent lowest, and their
 *   number below.
 */
export function buildCode(counts: usize, symbolCount: u32, limit: u32, lengths: usize, codes: usize): void {
  const used = sortByCount(counts, symbolCount);
  weighTree(used);
  countLengths(used, limit);
  assignLengths(used, lengths, symbolCount);
  assignCodes(lengths, symbolCount, codes);
}

function sortByCount(counts: usize, symbolCount: u32): u32 {
  let used: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol += 1) used += <u32>(at(counts, symbol) > 0);
  for (let symbol: u32 = 0; used < 2; symbol += 1) {
    if (at(counts, symbol) > 0) continue;
    put(counts, symbol, 1);
    used += 1;
  }
  let filled: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol += 1) {
    const count = at(counts, symbol);
    if (count > 0) put(byCount, filled++, (count << 9) | symbol);
  }
  for (let gap: u32 = 121; gap > 0; gap /= 3) {
    for (let index = gap; index < used; index += 1) {
      const value = at(byCount, index);
      let hole = index;
      for (; hole >= gap && at(byCount, hole - gap) > value; hole -= gap) put(byCount, hole, at(byCount, hole - gap));
      put(byCount, hole, value);
    }
  }
  return used;
}

/** Leaves the depth of each leaf in `tree`, by the three passes of Moffat and Katajainen. */
function weighTree(used: u32): void {
  for (let leaf: u32 = 0; leaf < used; leaf += 1) put(tree, leaf, at(byCount, leaf) >>> 9);

  let leaf: u32 = 0;
  let root: u32 = 0;
  for (let next: u32 = 0; next < used - 1; next += 1) {
    let weight: u32 = 0;
    for (let child = 0; child < 2; child += 1) {
      if (leaf >= used || (root < next && at(tree, root) < at(tree, leaf))) {
        weight += at(tree, root);
        put(tree, root++, next);
      } else {
        weight += at(tree, leaf++);
      }
    }
    put(tree, next, weight);
  }

  put(tree, used - 2, 0);
  for (let inner = <i32>used - 3; inner >= 0; inner -= 1) put(tree, inner, at(tree, at(tree, inner)) + 1);

  let free: u32 = 1;
  let depth: u32 = 0;
  let inner = <i32>used - 2;
  let next = <i32>used - 1;
  while (free > 0) {
    let taken: u32 = 0;
    for (; inner >= 0 && at(tree, inner) === depth; inner -= 1) taken += 1;
    for (; free > taken; free -= 1) put(tree, next--, depth);
    free = 2 * taken;
    depth += 1;
  }
}

/**
 * Counts the codes of each length. Codes beyond the limit are shortened to it. Shorter codes are lengthened until the
 * code space suffices.
 */
function countLengths(used: u32, limit: u32): void {
  memory.fill(codesOfLength, 0, (maxBits + 1) * 4);
  let free: i32 = 1 << limit;
  for (let leaf: u32 = 0; leaf < used; leaf += 1) {
    const length = min(at(tree, leaf), limit);
    put(codesOfLength, length, at(codesOfLength, length) + 1);
    free -= 1 << (limit - length);
  }
  for (; free < 0; free += 1) {
    let length = limit - 1;
    while (at(codesOfLength, length) === 0) length -= 1;
    put(codesOfLength, length, at(codesOfLength, length) - 1);
    put(codesOfLength, length + 1, at(codesOfLength, length + 1) + 2);
    put(codesOfLength, limit, at(codesOfLength, limit) - 1);
  }
}

function assignLengths(used: u32, lengths: usize, symbolCount: u32): void {
  memory.fill(lengths, 0, symbolCount);
  let leaf: u32 = used;
  for (let length: u32 = 1; length <= maxBits; length += 1) {
    for (let left = at(codesOfLength, length); left > 0; left -= 1) {
      leaf -= 1;
      store<u8>(lengths + (at(byCount, leaf) & 511), <u8>length);
    }
  }
}

function assignCodes(lengths: usize, symbolCount: u32, codes: usize): void {
  let code: u32 = 0;
  for (let length: u32 = 1; length <= maxBits; length += 1) {
    put(nextCode, length, code);
    code = (code + at(codesOfLength, length)) << 1;
  }
  for (let symbol: u32 = 0; symbol < symbolCount; symbol += 1) {
    const length = <u32>load<u8>(lengths + symbol);
    if (length === 0) continue;
    const code = at(nextCode, length);
    put(nextCode, length, code + 1);
    put(codes, symbol, (reversed(code, length) << 5) | length);
  }
}

function reversed(bits: u32, bitCount: u32): u32 {
  bits = ((bits & 0x5555) << 1) | ((bits >>> 1) & 0x5555);
  bits = ((bits & 0x3333) << 2) | ((bits >>> 2) & 0x3333);
  bits = ((bits & 0x0f0f) << 4) | ((bits >>> 4) & 0x0f0f);
  bits = ((bits & 0x00ff) << 8) | (bits >>> 8);
  return bits >>> (16 - bitCount);
}

// @ts-ignore: decorator
@inline
function at(values: usize, index: u32): u32 {
  return load<u32>(values + <usize>index * 4);
}

// @ts-ignore: decorator
@inline
function put(values: usize, index: u32, value: u32): void {
  store<u32>(values + <usize>index * 4, value);
}
