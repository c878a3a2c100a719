/**
 * Guesses one account's password, code and link from thousands of networks, through every route, with the product's
 * limits: `npm run soak -- guessing --help`. Everything stays on this machine: the addresses are sent in
 * `X-Forwarded-For`.
 */
import { guessFromEverywhere } from '../../../apps/server/src/backend/testing/test-guesses.ts';
import { startTestServer } from '../../../apps/server/src/backend/testing/test-server.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { type Finding, tableOf } from '../finding.ts';

const email = 'owner@isola.example';
const password = 'a quiet Harbour 7';
const home = '203.0.113.7';

const { addresses } = createCommand(
  'npm run soak -- guessing',
  'Guesses an account from many networks; none may open a session, and the owner must get in.',
)
  .option('--addresses <count>', 'number of networks', wholeNumber(1), 20_000)
  .parse()
  .opts();

const server = await startTestServer({ rateLimitScale: 1, trustedProxies: 1, mailbox: 'always' });
try {
  await server.join(server.client(), { email, password });
  await signIn(home);
  await post(home, 'recover', { email });
  const startMs = performance.now();
  const guesses = await guessFromEverywhere(server, email, addresses);
  const seconds = (performance.now() - startMs) / 1_000;
  const codes = (await server.client(server.secretKey).rpc('code_attempts', { address: email })).data as number;
  const owner = await signIn(home);
  const hours = Math.ceil(seconds / 3_600);
  const findings: Finding[] = [
    { what: 'requests', value: `${guesses.sent} in ${seconds.toFixed(0)} s`, isGood: guesses.sent === 7 * addresses },
    { what: 'sessions', value: String(guesses.sessions), isGood: guesses.sessions === 0 },
    {
      what: 'passwords compared',
      value: String(guesses.passwordsCompared),
      isGood: guesses.passwordsCompared <= 20 * (hours + 1),
    },
    { what: 'codes compared', value: String(codes), isGood: codes <= 5 },
    { what: 'the owner signs in: status', value: String(owner), isGood: owner === 200 },
  ];
  console.log(tableOf(findings));
  for (const [route, counts] of Object.entries(guesses.statuses))
    console.log(`      ${route}: ${JSON.stringify(counts)}`);
  process.exitCode = findings.every(({ isGood }) => isGood) ? 0 : 1;
} finally {
  await server.close();
}

async function post(address: string, path: string, body: object): Promise<number> {
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  return response.status;
}

function signIn(address: string): Promise<number> {
  return post(address, 'token?grant_type=password', { email, password });
}
