import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openApiDocument } from '../apps/api/src/openapi.ts';
import {
  answerHeaders,
  cutoutOptions,
  errorCodes,
  removebgParameters,
  settings,
} from '../apps/site/src/features/api/removal-server.ts';

interface Field {
  readonly name: string;
  readonly allowed: readonly string[];
  readonly defaultValue: string | undefined;
}

interface Schema {
  readonly enum?: readonly string[];
  readonly default?: string | number;
}

interface Document {
  readonly paths: {
    readonly '/v1/cutouts': { readonly post: { readonly parameters: readonly { name: string; schema: Schema }[] } };
    readonly '/v1.0/removebg': {
      readonly post: {
        readonly requestBody: {
          readonly content: {
            readonly 'multipart/form-data': { readonly schema: { readonly properties: Record<string, Schema> } };
          };
        };
      };
    };
  };
}

const { paths } = openApiDocument() as unknown as Document;
const guide = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8');

const listed = (schema: Schema | undefined) => schema?.enum !== undefined;
const textOf = (value: Schema['default']) => (value === undefined ? undefined : String(value));

test('the page names the options of /v1/cutouts with the server’s values and defaults', () => {
  const { parameters } = paths['/v1/cutouts'].post;
  const schemas = new Map(parameters.map(({ name, schema }) => [name, schema]));
  expect(cutoutOptions.map(({ name }) => name).toSorted()).toEqual([...schemas.keys()].toSorted());
  for (const { name, allowed, defaultValue } of cutoutOptions as readonly Field[]) {
    const schema = schemas.get(name);
    expect(allowed.toSorted(), name).toEqual((schema?.enum ?? []).toSorted());
    // The document has no defaults of true and false, because it describes the text that is sent.
    if (name !== 'crop') expect(defaultValue, name).toBe(textOf(schema?.default));
  }
});

test('the page names the parameters of remove.bg with the server’s values and defaults', () => {
  const { properties } = paths['/v1.0/removebg'].post.requestBody.content['multipart/form-data'].schema;
  expect(removebgParameters.map(({ name }) => name).toSorted()).toEqual(Object.keys(properties).toSorted());
  for (const { name, allowed, defaultValue } of removebgParameters as readonly Field[]) {
    const schema = properties[name];
    expect(allowed.toSorted(), name).toEqual((schema?.enum ?? []).toSorted());
    if (listed(schema) && name !== 'shadow_type') expect(defaultValue, name).toBe(textOf(schema?.default));
  }
});

/** Returns the first column of the rows between a heading of docs/api.md and the next heading. */
const rowsUnder = (heading: string) =>
  (guide.split(`${heading}\n`)[1]?.split('\n#')[0] ?? '').matchAll(/^\| (.+?) \| (.+?) \|/gm);

test('the page names the headers and error codes of docs/api.md', () => {
  const inGuide = [...rowsUnder('### Answers')].slice(2).map(([, names = '']) => names);
  const first = inGuide.map((names) => /`([^`]+)`/.exec(names)?.[1]);
  expect(new Set(answerHeaders.map(({ names: [name] }) => name))).toEqual(new Set(first));
  const codes = [...rowsUnder('### Errors')]
    .slice(2)
    .map(([, status = '', names = '']) => [status, [...names.matchAll(/`([^`]+)`/g)].map(([, code]) => code)]);
  expect(Object.entries(errorCodes)).toEqual(codes);
});

test('the page names the settings of docs/api.md with their defaults', () => {
  const inGuide = [...rowsUnder('## Settings')].slice(2).map(([, names = '', value = '']) => [names, value]);
  for (const { name, defaultValue } of settings as readonly Field[]) {
    const row = inGuide.find(([names]) => names?.includes(`\`${name}\``));
    expect(row, name).toBeDefined();
    if (defaultValue !== undefined) expect(row?.[1], name).toContain(defaultValue);
  }
});
