import { type Abilities, features } from './abilities.ts';
import type { BrowserRow } from './browsers.ts';
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

/** What a run found out about one browser. */
export interface Finding {
  readonly browser: BrowserRow;
  readonly abilities: Abilities | undefined;
  /** Outcomes by the ids of the jobs. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
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

/** Returns the document with the tables of a whole run, as Markdown. */
export function documentOf(findings: readonly Finding[]): string {
  const offered = (finding: Finding) =>
    Object.keys(features).map((feature) => {
      const has = finding.abilities?.features[feature as keyof typeof features];
      return has === undefined ? '?' : has ? 'yes' : 'no';
    });
  const notes = findings.flatMap(notesOf);
  return [
    '# Browsers',
    '',
    '<!-- Written by `npm run test:browsers`. Changes by hand are lost. -->',
    '',
    'The main jobs in each browser, as the last whole run of `npm run test:browsers` found them. Each file that a job saves is compared with',
    'the exact matte of its photo (`pictures/`): an intersection over union of at least 0.9 passes. The pages are German, so that a message in',
    'another language does not count. A row of Chromium lacks one thing, which is taken away in pages, workers and the service worker.',
    '',
    ...table(
      ['browser', ...jobs.map(({ name }) => name)],
      findings.map(({ browser, outcomes }) => [
        browser.name,
        ...jobs.map(({ id }) => {
          const outcome = outcomes.get(id);
          return outcome === undefined ? '–' : outcome.state === 'message' ? 'message' : outcome.state;
        }),
      ]),
    ),
    '',
    '`message`: the page says in the reader’s language why the job cannot be done.',
    '',
    '## What the pages say',
    '',
    ...(notes.length > 0 ? notes : ['No page named a limit.']),
    '',
    '## What the browsers offer',
    '',
    'Measured on a page of the site.',
    '',
    ...table(
      ['browser', 'version', ...Object.values(features)],
      findings.map((finding) => [finding.browser.name, finding.abilities?.version ?? '?', ...offered(finding)]),
    ),
    '',
  ].join('\n');
}

/** Returns a list entry for each limit that the pages named in one browser, and for each failure. */
function notesOf({ browser, outcomes }: Finding): string[] {
  const jobsOf = new Map<string, string[]>();
  const add = (text: string, id: string) => jobsOf.set(text, [...(jobsOf.get(text) ?? []), nameOf(id)]);
  for (const [id, outcome] of outcomes) {
    if (outcome.state === 'passed') for (const key of outcome.limits) add(`“${limitInEnglish(key)}”`, id);
    if (outcome.state === 'message') add(`“${limitInEnglish(outcome.key)}”`, id);
    if (outcome.state === 'failed') add(`failed: ${outcome.reason}`, id);
  }
  return [...jobsOf].map(([text, ids]) => `- ${browser.name}, ${ids.join(', ')}: ${text}`);
}

const nameOf = (id: string): string => jobs.find((job) => job.id === id)?.name ?? id;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
