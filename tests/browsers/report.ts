import { type Abilities, features } from './abilities.ts';
import { browsers } from './browsers.ts';
import { jobs } from './jobs.ts';
import { limitInEnglish } from './site-texts.ts';

/** How a job ended. `message`: the site said in the reader's language why it cannot be done. */
export type Outcome =
  | {
      readonly state: 'passed';
      readonly measured: string;
      readonly seconds: number;
      readonly limits: readonly string[];
    }
  | { readonly state: 'message'; readonly key: string }
  | { readonly state: 'failed'; readonly reason: string };

/** Results of the jobs in one browser. */
export interface Finding {
  /** Day of the newest result, such as `2026-11-28`. */
  readonly day: string;
  readonly abilities?: Abilities | undefined;
  /** Newest outcomes by the ids of the jobs. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

/** Returns one line about a job, for the terminal. */
export function lineOf(outcome: Outcome): string {
  switch (outcome.state) {
    case 'passed':
      return `passed in ${outcome.seconds.toFixed(1)} s, ${outcome.measured}${outcome.limits.map((key) => `; named: ${limitInEnglish(key)}`).join('')}`;
    case 'message':
      return `message: ${limitInEnglish(outcome.key)}`;
    case 'failed':
      return `FAILED: ${outcome.reason}`;
    default:
      return outcome satisfies never;
  }
}

/** Returns the document with the tables of all results, as Markdown. @param results findings by the ids of the browsers. */
export function documentOf(results: Readonly<Record<string, Finding>>): string {
  const notes = browsers.flatMap(({ id, name }) => notesOf(name, results[id]?.outcomes ?? {}));
  return [
    '# Browsers',
    '',
    '<!-- Written by `npm run test:browsers`. Changes by hand are lost. -->',
    '',
    'The main jobs in each browser, as the newest runs of `npm run test:browsers` found them. Each file that a job saves is compared with the',
    'exact matte of its photo (`pictures/`): an intersection over union of at least 0.9 passes. The pages are German, so that a message in',
    'another language does not count. A row of Chromium lacks one thing, which is taken away in pages, workers and the service worker.',
    '',
    ...table(
      ['browser', ...jobs.map(({ name }) => name)],
      browsers.map(({ id, name }) => [name, ...jobs.map((job) => results[id]?.outcomes[job.id]?.state ?? 'not run')]),
    ),
    '',
    '`message`: the page says in the reader’s language why the job cannot be done. `not run`: no run has done this job in this browser yet.',
    '',
    '## What the pages say',
    '',
    ...(notes.length > 0 ? notes : ['Nothing yet.']),
    '',
    '## What the browsers offer',
    '',
    'Measured on a page of the site.',
    '',
    ...table(
      ['browser', 'version', 'tried on', ...Object.values(features)],
      browsers.map(({ id, name }) => {
        const { day = '–', abilities } = results[id] ?? {};
        return [name, abilities?.version ?? '–', day, ...featureNames.map((each) => offer(abilities?.features[each]))];
      }),
    ),
    '',
  ].join('\n');
}

const featureNames = Object.keys(features) as (keyof typeof features)[];

function offer(has: boolean | undefined): string {
  return has === undefined ? '–' : has ? 'yes' : 'no';
}

/** Returns a list entry for each limit that the pages named in one browser, and for each failure. */
function notesOf(browser: string, outcomes: Finding['outcomes']): string[] {
  const jobsOf = new Map<string, string[]>();
  const add = (text: string, job: string) => jobsOf.set(text, [...(jobsOf.get(text) ?? []), job]);
  for (const { id, name } of jobs) {
    const outcome = outcomes[id];
    if (outcome?.state === 'passed') for (const key of outcome.limits) add(`“${limitInEnglish(key)}”`, name);
    if (outcome?.state === 'message') add(`“${limitInEnglish(outcome.key)}”`, name);
    if (outcome?.state === 'failed') add(`failed: ${outcome.reason}`, name);
  }
  return [...jobsOf].map(([text, names]) => `- ${browser}, ${names.join(', ')}: ${text}`);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
