import { importWords } from '@isola/i18n/import-words';
import { describe, expect, test } from 'vitest';

import { samplesOf } from './code-samples.ts';
import source from './openapi.json?raw';
import { plannedApi } from './planned-api.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

const openApi = JSON.parse(source) as JsonObject;

const words = await importWords('zh', 'api-reference');

describe('openapi.json', () => {
  test('is an OpenAPI 3.1 document whose version says “planned”', () => {
    expect(openApi['openapi']).toMatch(/^3\.1\.\d$/);
    expect(plannedApi.version).toContain('planned');
  });

  test('contains no broken references', () => {
    const refs = [...objectsIn(openApi)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(refs.length).toBeGreaterThan(20);
    for (const ref of refs) expect(at(ref), ref).toBeTypeOf('object');
  });

  test('describes no components that no operation uses', () => {
    const text = JSON.stringify(openApi);
    const { securitySchemes, ...components } = openApi['components'] as Record<string, JsonObject>;
    for (const [kind, entries] of Object.entries(components)) {
      for (const name of Object.keys(entries)) {
        expect(text, `${kind}/${name}`).toContain(`"#/components/${kind}/${name}"`);
      }
    }
    expect(Object.keys(securitySchemes ?? {})).toEqual(['key']);
    expect(openApi['security']).toEqual([{ key: [] }]);
  });

  test('contains exactly the planned operations', () => {
    expect(plannedApi.operations.map(({ id, method, path }) => `${id}: ${method} ${path}`)).toEqual([
      'removeBackground: POST /v1/remove-background',
      'getResult: GET /v1/results/{id}',
      'deleteResult: DELETE /v1/results/{id}',
      'getAccount: GET /v1/account',
    ]);
  });

  test.each(plannedApi.operations)(
    '$id describes its path parameters, one success and the common errors',
    (operation) => {
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(operation.inputs.filter(({ place }) => place === 'path').map(({ name }) => name)).toEqual(inPath);
      const statuses = operation.answers.map(({ status }) => status);
      expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1);
      expect(statuses).toEqual(expect.arrayContaining(['401', '429', '500']));
      for (const { status, schema } of operation.answers) {
        if (!status.startsWith('2')) expect(schema, status).toBe('Error');
      }
    },
  );

  test('every example matches its schema', () => {
    let count = 0;
    for (const { schema, examples } of objectsIn(openApi)) {
      if (!isObject(schema) || !isObject(examples)) continue;
      for (const [name, example] of Object.entries(examples)) {
        count += 1;
        expect(problemsOf((resolved(example) as JsonObject)['value'], schema, name)).toEqual([]);
      }
    }
    expect(count).toBeGreaterThanOrEqual(14);
  });

  test('problemsOf reports missing, invalid and unknown fields', () => {
    const schema = { $ref: '#/components/schemas/Account' };
    expect(problemsOf({ plan: 'gold', images_per_month: '100', colour: 'red' }, schema, 'account')).toEqual([
      'account.images_used is missing',
      'account.images_left is missing',
      'account.resets_at is missing',
      'account.result_days is missing',
      'account.plan is not one of free',
      'account.images_per_month is not an integer',
      'account.colour is unknown',
    ]);
  });

  test('every error code of the schema has an example in a response', () => {
    const { enum: codes } = at('#/components/schemas/Error/properties/code') as { enum: string[] };
    expect(plannedApi.errors.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
  });

  test('promises 100 images a month, stored for 7 days, in the free plan', () => {
    const account = plannedApi.operations.find(({ id }) => id === 'getAccount')?.answers[0]?.example ?? '{}';
    expect(JSON.parse(account)).toMatchObject({ plan: 'free', images_per_month: 100, result_days: 7 });
  });
});

describe('API reference page', () => {
  const { operations, schemas, errors } = plannedApi;
  const shown = [
    ...operations.flatMap(({ id }) => [`op.${id}.summary`, `op.${id}.text`]),
    ...operations.flatMap(({ inputs }) => inputs.map(({ name }) => `param.${name}`)),
    ...operations.flatMap(({ answers }) =>
      answers.flatMap(({ wordsId, headers, schema }) => [
        `response.${wordsId}`,
        ...headers.map((name) => `header.${name}`),
        ...(schema ? (schemas[schema] ?? []).map(({ name }) => `field.${schema}.${name}`) : []),
      ]),
    ),
    ...errors.map(({ code }) => `error.${code}`),
  ];

  test('has a text for everything that it shows of the document', () => {
    for (const key of shown) expect(words, key).toHaveProperty([key]);
  });

  test('has no texts for entries that are not in the document', () => {
    const documentKeys = Object.keys(words).filter((key) => /^(op|param|field|response|header|error)\./.test(key));
    expect(documentKeys.toSorted()).toEqual([...new Set(shown)].toSorted());
  });

  test.each(operations)('code samples of $id call its path with a key', ({ id, method, path }) => {
    const [beforeParameter = ''] = path.split('{');
    for (const [language, code] of Object.entries(samplesOf(id))) {
      expect(code, language).toContain(beforeParameter);
      expect(code, language).toContain('Authorization');
      if (method === 'DELETE') expect(code.toUpperCase(), language).toContain('DELETE');
    }
  });
});

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function* objectsIn(value: Json): Generator<JsonObject> {
  if (isObject(value)) yield value;
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* objectsIn(inner);
  }
}

/** Resolves a reference within the document. */
function at(ref: string): Json | undefined {
  let found: Json | undefined = openApi;
  for (const step of ref.replace('#/', '').split('/')) found = isObject(found) ? found[step] : undefined;
  return found;
}

function resolved(value: Json | undefined): Json | undefined {
  return isObject(value) && typeof value['$ref'] === 'string' ? at(value['$ref']) : value;
}

/**
 * Validates a value against a schema and returns the problems. Supports the parts of JSON Schema that the document
 * uses.
 */
function problemsOf(value: Json | undefined, schemaOrRef: Json | undefined, place: string): string[] {
  const schema = resolved(schemaOrRef) as JsonObject;
  const { type, enum: allowed, pattern, minimum } = schema;
  const problems: string[] = [];
  if (type === 'object') {
    if (!isObject(value)) return [`${place} is not an object`];
    const properties = schema['properties'] as JsonObject;
    for (const name of schema['required'] as string[]) {
      if (!(name in value)) problems.push(`${place}.${name} is missing`);
    }
    for (const [name, inner] of Object.entries(value)) {
      const known = properties[name];
      problems.push(...(known ? problemsOf(inner, known, `${place}.${name}`) : [`${place}.${name} is unknown`]));
    }
  }
  if (type === 'integer' && !Number.isInteger(value)) problems.push(`${place} is not an integer`);
  if (type === 'string' && typeof value !== 'string') problems.push(`${place} is not a string`);
  if (Array.isArray(allowed) && !allowed.includes(value)) problems.push(`${place} is not one of ${allowed.join(', ')}`);
  if (typeof pattern === 'string' && !(typeof value === 'string' && new RegExp(pattern).test(value))) {
    problems.push(`${place} does not fit ${pattern}`);
  }
  if (typeof minimum === 'number' && Number(value) < minimum) problems.push(`${place} is below ${minimum}`);
  if (schema['format'] === 'date-time' && !(typeof value === 'string' && value.endsWith('Z') && Date.parse(value))) {
    problems.push(`${place} is not a time`);
  }
  return problems;
}
