import { Buffer } from 'node:buffer';

/** Encodes a text with one byte per character. */
export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

export const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);

/** Encodes a big-endian number of 16 bits. */
export const uint16 = (value: number): Buffer => bytes((value >> 8) & 255, value & 255);

/** Encodes a big-endian number of 32 bits. */
export const uint32 = (value: number): Buffer =>
  bytes((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);

/** Encodes a little-endian number of 16 bits. */
export const uint16Little = (value: number): Buffer => uint16(value).swap16();

/** Encodes a little-endian number of 32 bits. */
export const uint32Little = (value: number): Buffer => uint32(value).swap32();

/** Returns a copy with the bytes at an offset replaced. */
export function replaced(file: Buffer, at: number, ...values: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(values, at);
  return copy;
}

/** Returns a share of the file's beginning. @param share 0…1. */
export const cutAt = (file: Buffer, share: number): Buffer => file.subarray(0, Math.round(file.length * share));

/** Returns the file with bytes inserted at an offset. */
export const inserted = (file: Buffer, at: number, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)]);

/** Returns bytes that look random, but are the same in every run. */
export function noise(length: number): Buffer {
  const made = Buffer.alloc(length);
  let state = 0x9e37_79b9;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    made[at] = state >>> 24;
  }
  return made;
}
