/**
 * Sends hostile requests to a server: `npm run soak -- requests --help`. The generator reads tables and functions from
 * the database, so that new ones are asked for without a change here.
 */
import {
  runHostileRequests,
  tableOfFigures,
} from '../../../apps/server/src/backend/testing/hostile/run-hostile-requests.ts';
import { createWorld } from '../../../apps/server/src/backend/testing/hostile/world.ts';
import { startTestServer } from '../../../apps/server/src/backend/testing/test-server.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { createOrdinaryRole } from '../../../scripts/ordinary-role.ts';
import { withTemporaryPostgres } from '../../../scripts/temporary-postgres.ts';
import { type Finding, tableOf } from '../finding.ts';

const { postgres, requests, seed, comparisons, bursts, everyTarget } = createCommand(
  'npm run soak -- requests',
  'Sends hostile requests; nobody may reach the rows of others, and no answer may take a second or be a 500.',
)
  .option('--postgres', 'uses a temporary PostgreSQL, as the role of docs/operate.md, instead of the embedded database')
  .option('--requests <count>', 'number of generated requests', wholeNumber(0), 20_000)
  .option('--seed <number>', 'seed of the requests', wholeNumber(1), 1)
  .option('--comparisons <count>', 'number of reads before and after the rows of others change', wholeNumber(0), 2_000)
  .option('--bursts <count>', 'number of groups of concurrent requests', wholeNumber(0), 100)
  .option('--no-every-target', 'leaves out the request of each caller to each table and function')
  .parse()
  .opts();

if (postgres) {
  await withTemporaryPostgres(async ({ url }) => {
    process.env['ISOLA_TEST_DATABASE_URL'] = await createOrdinaryRole(url);
    await sendRequests();
  });
} else await sendRequests();

async function sendRequests(): Promise<void> {
  const server = await startTestServer();
  try {
    const world = await createWorld(server);
    console.error(`${world.catalogue.tables.length} tables, ${world.catalogue.functions.length} functions`);
    for (const [table, reason] of world.empty) console.error(`no row in ${table}: ${reason}`);
    const figures = await runHostileRequests({
      world,
      seed,
      requests,
      comparisons,
      bursts,
      isEveryTarget: everyTarget,
      maxProblems: 40,
      onProblem: (problem) => console.error(`\n${problem}`),
    });
    const { problems, longestMs, reached, changes, compared, concurrent } = figures;
    const findings: Finding[] = [
      { what: 'requests with a wrong answer or effect', value: String(problems.length), isGood: problems.length === 0 },
      { what: 'tables of the product without a row', value: String(world.empty.size), isGood: world.empty.size === 0 },
      { what: 'longest request, ms', value: longestMs.toFixed(0), isGood: longestMs <= 1_000 },
      { what: 'different callers, targets and verbs', value: String(reached), isGood: reached > 0 },
      { what: 'requests that changed rows of their caller', value: String(changes), isGood: true },
      { what: 'concurrent requests', value: String(concurrent), isGood: true },
      { what: 'reads repeated after others changed their rows', value: String(compared), isGood: true },
    ];
    console.log(tableOfFigures(figures));
    console.log(tableOf(findings));
    console.log(`longest: ${figures.longest}`);
    process.exitCode = findings.every(({ isGood }) => isGood) ? 0 : 1;
  } finally {
    await server.close();
  }
}
