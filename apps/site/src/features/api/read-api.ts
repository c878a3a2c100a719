/** OpenAPI 3.1 document, reduced to the parts that the reference page shows. */
export interface OpenApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, Example>>;
  };
}

interface Ref {
  readonly $ref: string;
}

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly default?: string;
  readonly contentMediaType?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Example {
  readonly value: unknown;
}

interface MediaType {
  readonly schema?: Ref;
  readonly examples?: Readonly<Record<string, Example | Ref>>;
}

type Content = Readonly<Record<string, MediaType>>;

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Ref>>;
}

interface PathItem extends Partial<Record<Method, Operation>> {
  readonly parameters?: readonly Ref[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Method = (typeof methods)[number];

/** One field of a request or of a JSON response. */
export interface ApiField {
  readonly name: string;
  /** Format or type in JSON Schema's terms; `file` for binary data. */
  readonly type: string;
  readonly required: boolean;
  /** Allowed values; empty when the values are not restricted to a list. */
  readonly allowed: readonly string[];
  readonly defaultValue: string | undefined;
}

export interface ApiAnswer {
  readonly status: string;
  /** Key of the description's text: the name of a shared response, or `<operation id>.<status>`. */
  readonly wordsId: string;
  readonly mediaTypes: readonly string[];
  readonly headers: readonly string[];
  /** Name of the schema of the JSON body. */
  readonly schema: string | undefined;
  /** Values of `code` in the examples of the JSON body. */
  readonly codes: readonly string[];
  /** First example of the JSON body, formatted. */
  readonly example: string | undefined;
}

export interface ApiOperation {
  readonly id: string;
  readonly method: Uppercase<Method>;
  readonly path: string;
  readonly inputs: readonly (ApiField & { readonly place: 'path' | 'form' })[];
  readonly answers: readonly ApiAnswer[];
}

export interface Api {
  readonly version: string;
  /** Operations in the order of the document. */
  readonly operations: readonly ApiOperation[];
  /** Fields of each schema, by the name of the schema. */
  readonly schemas: Readonly<Record<string, readonly ApiField[]>>;
  readonly errors: readonly { readonly code: string; readonly status: string }[];
}

/**
 * Converts an OpenAPI document into the form that the reference page shows: references are resolved, and every
 * operation contains its inputs and responses.
 * @throws {Error} when a reference cannot be resolved.
 */
export function readApi(document: OpenApiDocument): Api {
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [readOperation(document, path, item, method, operation)] : [];
    }),
  );
  const codes = operations.flatMap(({ answers }) =>
    answers.flatMap(({ status, codes }) => codes.map((code) => ({ code, status }))),
  );
  return {
    version: document.info.version,
    operations,
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, fieldsOf(schema)])),
    errors: [...new Map(codes.map((each) => [each.code, each])).values()].toSorted(
      (a, b) => Number(a.status) - Number(b.status),
    ),
  };
}

function readOperation(
  { components }: OpenApiDocument,
  path: string,
  item: PathItem,
  method: Method,
  { operationId, requestBody, responses }: Operation,
): ApiOperation {
  const inPath = (item.parameters ?? []).map((ref) => {
    const { name, required = false, schema } = follow(components.parameters, ref);
    return { ...fieldOf(name, schema, required), place: 'path' as const };
  });
  const form = requestBody?.content['multipart/form-data']?.schema;
  const inForm = form
    ? fieldsOf(follow(components.schemas, form)).map((field) => ({ ...field, place: 'form' as const }))
    : [];
  const answers = Object.entries(responses).map(([status, response]): ApiAnswer => {
    const shared = '$ref' in response;
    const { headers = {}, content = {} } = shared ? follow(components.responses, response) : response;
    const json = content['application/json'];
    const examples = Object.values(json?.examples ?? {}).map((example) =>
      '$ref' in example ? follow(components.examples, example) : example,
    );
    return {
      status,
      wordsId: shared ? nameIn(response) : `${operationId}.${status}`,
      mediaTypes: Object.keys(content),
      headers: Object.keys(headers),
      schema: json?.schema && nameIn(json.schema),
      codes: examples.flatMap(({ value }) => codeIn(value) ?? []),
      example: examples[0] && JSON.stringify(examples[0].value, null, 2),
    };
  });
  return {
    id: operationId,
    method: method.toUpperCase() as Uppercase<Method>,
    path,
    inputs: [...inPath, ...inForm],
    answers,
  };
}

function fieldsOf({ properties = {}, required = [] }: Schema): ApiField[] {
  return Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)));
}

function fieldOf(name: string, schema: Schema, required: boolean): ApiField {
  return {
    name,
    type: schema.contentMediaType ? 'file' : (schema.format ?? schema.type ?? 'any'),
    required,
    allowed: schema.enum ?? [],
    defaultValue: schema.default,
  };
}

/** Returns the last part of a reference, such as `Error` for `#/components/schemas/Error`. */
function nameIn({ $ref }: Ref): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function follow<Target>(targets: Readonly<Record<string, Target>>, ref: Ref): Target {
  const target = targets[nameIn(ref)];
  if (!target) throw new Error(`${ref.$ref} refers to nothing`);
  return target;
}

function codeIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined;
  return typeof value.code === 'string' ? value.code : undefined;
}
