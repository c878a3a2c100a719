/** Counts what a segmenter's worker makes, and answers `count` at the port that comes with it. Imported before its script. */
import { countResources } from './count-resources.ts';

const { count } = countResources();

globalThis.addEventListener('message', (event) => {
  const { data, ports } = event as MessageEvent<{ kind: string }>;
  if (data.kind === 'count') ports[0]?.postMessage(count());
});
