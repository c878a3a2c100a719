/**
 * Counts the resources that a segmenter's worker creates. It answers the message `count` at the port that comes with it. It
 * must be imported before the worker's script.
 */
import { countResources } from './count-resources.ts';

const { count } = countResources();

globalThis.addEventListener('message', (event) => {
  const { data, ports } = event as MessageEvent<{ kind: string }>;
  if (data.kind === 'count') ports[0]?.postMessage(count());
});
