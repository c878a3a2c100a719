/** Drawing of a test's image: a rectangle from `left` to the right edge, on a transparent background. */
export interface SampleDrawing {
  readonly type: string;
  readonly color: string;
  readonly left: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

addEventListener('message', ({ data, ports: [port] }: MessageEvent<SampleDrawing>) => {
  void answer(data, port);
});

async function answer({ type, color, left, widthPx, heightPx }: SampleDrawing, port?: MessagePort): Promise<void> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(left, 0, widthPx, heightPx);
  port?.postMessage(await canvas.convertToBlob({ type }));
}
