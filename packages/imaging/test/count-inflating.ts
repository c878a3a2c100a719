/** Tells on a channel of each stream that this thread inflates. */
const channel = new BroadcastChannel('inflated');
const Original = DecompressionStream;
Object.assign(globalThis, {
  DecompressionStream: class extends Original {
    constructor(format: CompressionFormat) {
      super(format);
      channel.postMessage(format);
    }
  },
});
