import { randomInt } from 'node:crypto';
import { request } from 'node:http';

/**
 * Posts a registration to a server on this machine, from a loopback address that other registrations do not use. The
 * server lets one address register thirty accounts per hour, and all journeys together need more. Systems other than
 * Linux have one loopback address, so there the server's limit applies.
 * @returns the status of the response.
 */
export function registerFromOwnAddress(url: URL, apikey: string, body: unknown): Promise<number> {
  const hasMore = process.platform === 'linux' && url.hostname === '127.0.0.1';
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json' },
        ...(hasMore && { localAddress: `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}` }),
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}
