/**
 * Frees the memory of arrays at once. The arrays must not be used afterwards. The garbage collector would retain a
 * hundred megabytes of buffers from loading a model until memory use peaks. `ArrayBuffer.transfer` does not help:
 * browsers retain a buffer that one of their functions has used until it is transferred elsewhere. Here it is
 * transferred to a closed port, which drops it. Arrays that are only a part of their buffer are left to the garbage
 * collector, because the buffer may contain others.
 */
export function freeBuffers(arrays: readonly Uint8Array<ArrayBuffer>[]): void {
  const whole = arrays.filter(({ buffer, byteLength }) => byteLength === buffer.byteLength);
  const { port1: sender, port2: receiver } = new MessageChannel();
  receiver.close();
  sender.postMessage(
    undefined,
    whole.map(({ buffer }) => buffer),
  );
  sender.close();
}
