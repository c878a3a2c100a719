/** Reports each stream that this thread inflates on a channel. */
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
