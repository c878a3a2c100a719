import { ApiError, badRequest, type Problem } from '../api-error.ts';
import { parseColor } from '../color.ts';
import type { Fields } from '../http/read-body.ts';
import { plainRemoval, type RemovalRequest } from '../removal-request.ts';
import { cutoutOptionNames, cutoutOptions } from './options.ts';

/** Returns the text of an option, or undefined when it was not given. */
export type ReadOption = (name: string) => string | undefined;

/**
 * Returns the options of a request: its fields, or else the parameters of its query.
 * @returns a function that throws {ApiError} `invalid_` and the name of an option that was given more than once.
 */
export function optionsOf(query: URLSearchParams, fields?: Pick<Fields, 'text' | 'isRepeated'>): ReadOption {
  return (name) => {
    const text = fields?.text(name);
    if (text === undefined ? query.getAll(name).length > 1 : fields?.isRepeated(name)) {
      throw badRequest(`invalid_${name}`, `The option ${name} was given more than once`);
    }
    return text ?? query.get(name) ?? undefined;
  };
}

/** Reads the options. @throws {ApiError} with one problem for each invalid option: `invalid_` and its name. */
export async function requestOf(option: ReadOption): Promise<RemovalRequest> {
  const texts = cutoutOptionNames.map((name) => [name, option(name)]);
  const result = cutoutOptions.safeParse(Object.fromEntries(texts));
  if (!result.success) {
    const [first, ...others] = result.error.issues.map(({ path: [name], message }): Problem => ({
      code: `invalid_${String(name)}`,
      title: `The option ${String(name)} is invalid`,
      detail: message,
    }));
    throw first ? new ApiError(400, [first, ...others]) : badRequest('invalid_body', 'The options are invalid');
  }
  const { format, output, detail, points = [], box, crop, margin } = result.data;
  const { background: name, max_megapixels: maxMegapixels } = result.data;
  const color = name === undefined ? undefined : await parseColor(name);
  if (name !== undefined && !color) throw badRequest('invalid_background', 'The option background is invalid');
  const side = { value: margin, unit: 'px' } as const;
  return {
    ...plainRemoval,
    maxPixels: maxMegapixels * 1e6,
    format,
    channels: output === 'mask' ? 'alpha' : 'rgba',
    detail,
    points,
    box,
    crop,
    cropMargin: [side, side, side, side],
    background: color && { kind: 'color', ...color },
  };
}
