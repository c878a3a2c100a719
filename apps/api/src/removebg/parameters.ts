import * as z from 'zod';

import { ApiError, badRequest, type Problem } from '../api-error.ts';
import type { Fields } from '../http/read-body.ts';
import { lengths } from '../lengths.ts';
import { type Length, resultFormats, shadowKinds } from '../removal-request.ts';

/** Sizes by name, in megapixels. */
const sizes = {
  preview: 0.25,
  small: 0.25,
  regular: 0.25,
  medium: 1.5,
  hd: 4,
  full: 25,
  '4k': 25,
  '50MP': 50,
  auto: 25,
} as const;
type SizeName = keyof typeof sizes;

export const subjectTypes = [
  'auto',
  'person',
  'product',
  'car',
  'animal',
  'graphic',
  'transportation',
  'other',
] as const;
export type SubjectType = (typeof subjectTypes)[number];

const typeLevels = ['none', '1', '2', 'latest'] as const;
const shadowTypes = ['auto', ...shadowKinds, 'none'] as const;
export type ShadowType = (typeof shadowTypes)[number];

/** Text of a parameter. Splitting a text of many megabytes into words would stop the server. */
const shortText = z.string().max(100);

/** Schema of a percentage within a range. @returns the share, 0…1. */
function share(min: number, pattern = /^(\d{1,3}(?:\.\d{1,4})?)%$/) {
  return shortText.transform((text, context): number => {
    const percent = Number(pattern.exec(text.trim())?.[1] ?? Number.NaN);
    if (percent >= min && percent <= 100) return percent / 100;
    context.addIssue(`expected ${min} to 100`);
    return z.NEVER;
  });
}

const flag = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] });

const position = shortText.transform((text, context): { readonly x: number; readonly y: number } | 'original' => {
  if (text === 'original') return text;
  if (text === 'center') return { x: 0.5, y: 0.5 };
  const [x, y, ...more] = text
    .trim()
    .split(/\s+/)
    .map((each) => share(0).safeParse(each));
  const vertical = y ?? x;
  if (x?.success && vertical?.success && more.length === 0) return { x: x.data, y: vertical.data };
  context.addIssue('expected original, center, or one or two percentages');
  return z.NEVER;
});

/** Opacity of a shadow: `auto`, or 0…100 with or without `%`. */
const opacity = z.literal('auto').or(share(0, /^(\d{1,3}(?:\.\d{1,4})?)%?$/));

const [name, hundredPercent] = [shortText, share(10)];

/** Parameters that are not sources. The code of an invalid one is `invalid_` and its name. */
export const removebgSchema = z.object({
  size: z
    .enum(Object.keys(sizes) as [SizeName, ...SizeName[]])
    .default('preview')
    .transform((each) => sizes[each] * 1e6),
  type: z.enum(subjectTypes).default('auto'),
  type_level: z.enum(typeLevels).default('1'),
  format: z.enum(resultFormats).default('auto'),
  roi: lengths([4])
    .transform((each) => each as [Length, Length, Length, Length])
    .optional(),
  crop: flag.default(false),
  crop_margin: lengths([1, 2, 4], false)
    .transform((each) => sidesOf(each))
    .default(sidesOf([{ value: 0, unit: 'px' }])),
  scale: z
    .literal('original')
    .transform(() => undefined)
    .or(hundredPercent)
    .optional(),
  position: position.optional(),
  channels: z.enum(['rgba', 'alpha']).default('rgba'),
  add_shadow: flag.default(false),
  shadow_type: z.enum(shadowTypes).optional(),
  shadow_opacity: opacity.optional(),
  semitransparency: flag.default(true),
  bg_color: name.optional(),
});

/** Margins in the order top, right, bottom, left. */
function sidesOf(lengths: readonly Length[]): readonly [Length, Length, Length, Length] {
  const [first = { value: 0, unit: 'px' }, second = first, third = first, fourth = second] = lengths;
  return [first, second, third, fourth];
}

export type RemovebgParameters = z.infer<typeof removebgSchema> & {
  /** Shadow and opacity of single types: `shadow_type[car]`. */
  readonly shadowOfType: ReadonlyMap<string, ShadowType>;
  readonly opacityOfType: ReadonlyMap<string, number | 'auto'>;
};

const ofType = /^(shadow_type|shadow_opacity)\[(\w{1,32})\]$/;

/**
 * Parses the parameters. Unknown fields are ignored, as remove.bg does not document them as errors.
 * @throws {ApiError} with one problem for each invalid parameter.
 */
export function readParameters(fields: Fields): RemovebgParameters {
  const values = Object.fromEntries(Object.keys(removebgSchema.shape).map((key) => [key, fields.text(key)]));
  const result = removebgSchema.safeParse(values);
  const problems: Problem[] = (result.error?.issues ?? []).map(({ path: [field], message }) =>
    problemOf(String(field), message),
  );
  const shadowOfType = new Map<string, ShadowType>();
  const opacityOfType = new Map<string, number | 'auto'>();
  for (const field of fields.names) {
    const [, key, type = ''] = ofType.exec(field) ?? [];
    if (key === undefined) continue;
    const text = fields.text(field);
    const shadow = removebgSchema.shape.shadow_type.safeParse(text);
    const strength = removebgSchema.shape.shadow_opacity.safeParse(text);
    if (!subjectTypes.some((each) => each === type)) problems.push(problemOf(key, `there is no type ${type}`));
    else if (key === 'shadow_type' && shadow.success && shadow.data) shadowOfType.set(type, shadow.data);
    else if (key === 'shadow_opacity' && strength.success && strength.data !== undefined)
      opacityOfType.set(type, strength.data);
    else problems.push(problemOf(key, `it is invalid for ${type}`));
  }
  const [first, ...others] = uniqueByCode(problems);
  if (first) throw new ApiError(400, [first, ...others]);
  if (!result.success) throw badRequest('invalid_body', 'The parameters are invalid');
  return { ...result.data, shadowOfType, opacityOfType };
}

function problemOf(field: string, detail: string): Problem {
  return { code: `invalid_${field}`, title: `The parameter ${field} is invalid`, detail };
}

function uniqueByCode(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [problem.code, problem])).values()];
}
