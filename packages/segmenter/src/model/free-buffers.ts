/**
 * Frees arrays' memory at once. They must not be used any more. The collector would leave a hundred megabytes of what a model was loaded by,
 * until the memory is at its fullest. `ArrayBuffer.transfer` does not help: browsers hold on to a buffer that one of their functions has
 * seen, until it is transferred to another place; the place here is a closed port, which drops it. Arrays that are a part of a buffer are left to the collector, because others may be in it too.
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
