import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { openPort, type Port } from './open-port.ts';

/** A port that forwards to another one, and can delay what is sent there. */
export interface Relay extends Port {
  /** Delays each message of the client from now on. @param ms 0 delays nothing. */
  readonly delay: (ms: number) => void;
}

/** @param target address to forward to. */
export async function startRelay(target: URL): Promise<Relay> {
  let delayMs = 0;
  const port = await openPort((client) => {
    const onward = connect(Number(target.port), target.hostname);
    // The other end learns of a broken connection by its own.
    onward.on('error', () => client.destroy());
    onward.on('close', () => client.destroy());
    client.on('close', () => onward.destroy());
    forward(client, onward, () => delayMs);
    forward(onward, client, () => 0);
  });
  return {
    ...port,
    delay: (ms) => {
      delayMs = ms;
    },
  };
}

/** Forwards in the order of arrival, although a later message may have a shorter delay. */
function forward(from: Socket, to: Socket, delayMs: () => number): void {
  let last = Promise.resolve();
  from.on('data', (part: Buffer) => {
    const due = delayMs() === 0 ? Promise.resolve() : setTimeout(delayMs());
    last = last
      .then(() => due)
      .then(() => {
        if (to.writable) to.write(part);
      });
  });
}
